import { type AwsAnswer, type AwsCall, type AwsService, readForm } from './aws-service.ts';
import { arnOf } from './identity.ts';
import { toXml } from './xml.ts';

/** What CloudFormation would know of the running stack. */
export type DescribedStack = {
  readonly stackName: string;
  readonly outputs: Readonly<Record<string, string>>;
};

/** The part of CloudFormation that finds a stack and its outputs, for tools that expect a deployed stack. */
export function createCloudFormationService(stack: DescribedStack): AwsService {
  const arn = arnOf('cloudformation', `stack/${stack.stackName}/local`);
  return {
    name: 'cloudformation',
    read: (request) => readForm('cloudformation', request),
    answer: async (call) => answer(call, stack, arn),
    rights: ({ action }) => [{ action: `cloudformation:${action}`, resources: [arn] }],
  };
}

function answer({ action, body }: AwsCall, { stackName, outputs }: DescribedStack, arn: string): AwsAnswer {
  if (action !== 'DescribeStacks') return refuse(`the local stack has no cloudformation action ${action}`);
  const { StackName: asked = stackName } = body;
  if (asked !== stackName && asked !== arn) return refuse(`Stack with id ${asked} does not exist`);
  const described = {
    StackName: stackName,
    StackId: arn,
    CreationTime: new Date(0).toISOString(),
    StackStatus: 'CREATE_COMPLETE',
    Outputs: Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue })),
  };
  return xml(200, { DescribeStacksResponse: { DescribeStacksResult: { Stacks: [described] } } });
}

function refuse(message: string): AwsAnswer {
  return xml(400, {
    ErrorResponse: { Error: { Type: 'Sender', Code: 'ValidationError', Message: message } },
  });
}

function xml(status: number, value: object): AwsAnswer {
  return { status, headers: { 'content-type': 'text/xml' }, body: Buffer.from(toXml(value)) };
}
