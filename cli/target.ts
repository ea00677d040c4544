import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SNSClient } from '@aws-sdk/client-sns';
import { SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type LocalEndpoints, readEndpoints } from './local-endpoints.ts';
import { exitCodes, Problem } from './problem.ts';

/** The stack that a command works on: the local one, or a deployed one by name. */
export type Target = {
  readonly isLocal: boolean;
  readonly stackName: string;
  hasOutput(name: string): boolean;
  /** Throws a problem when the stack does not have it. */
  output(name: string): string;
  readonly dynamoDb: DynamoDBDocumentClient;
  /** For clients that only some commands need. */
  readonly settings: object;
  /** DynamoDB Local has an endpoint of its own. */
  readonly dynamoDbSettings: object;
  readonly sns: SNSClient;
  readonly sqs: SQSClient;
};

export type TargetOptions = { readonly stack?: string };

/** Where the local stack keeps its data. MAILFOLD_DIR lets a second one keep its own. */
export function localFolder(): string {
  return process.env['MAILFOLD_DIR'] ?? '.mailfold';
}

export async function openTarget({ stack }: TargetOptions): Promise<Target> {
  return stack === undefined ? localTarget() : deployedTarget(stack);
}

function localTarget(): Target {
  const endpoints = readEndpoints(localFolder());
  if (!endpoints) {
    throw new Problem(
      'no local stack is running here; start one with `npm start`, or use a deployed one with --stack NAME',
      exitCodes.failure,
    );
  }
  const { stackName, outputs, dynamoDbEndpoint, awsEndpoint } = endpoints;
  return target(
    { isLocal: true, stackName, outputs },
    settingsFor(endpoints, dynamoDbEndpoint),
    settingsFor(endpoints, awsEndpoint),
  );
}

function settingsFor({ region }: LocalEndpoints, endpoint: string) {
  return { region, endpoint, credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };
}

async function deployedTarget(stackName: string): Promise<Target> {
  const outputs = await new CloudFormationClient()
    .send(new DescribeStacksCommand({ StackName: stackName }))
    .then(({ Stacks }) => Stacks?.[0]?.Outputs ?? [])
    .catch((error: Error) => {
      throw new Problem(
        `cannot read the stack ${stackName}: ${error.message}; check its name, the region and your AWS credentials`,
        exitCodes.failure,
      );
    });
  const named = outputs.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]);
  return target({ isLocal: false, stackName, outputs: Object.fromEntries(named) }, {}, {});
}

function target(
  stack: { isLocal: boolean; stackName: string; outputs: Readonly<Record<string, string>> },
  dynamoDbSettings: object,
  otherSettings: object,
): Target {
  return {
    isLocal: stack.isLocal,
    stackName: stack.stackName,
    hasOutput: (name) => Boolean(stack.outputs[name]),
    output(name) {
      const value = stack.outputs[name];
      if (!value)
        throw new Problem(
          `the stack ${stack.stackName} has no output ${name}; check that it is a Mailfold stack, and deploy it again`,
          exitCodes.failure,
        );
      return value;
    },
    settings: otherSettings,
    dynamoDbSettings,
    dynamoDb: DynamoDBDocumentClient.from(new DynamoDBClient(dynamoDbSettings), {
      marshallOptions: { removeUndefinedValues: true },
    }),
    sns: new SNSClient(otherSettings),
    sqs: new SQSClient(otherSettings),
  };
}
