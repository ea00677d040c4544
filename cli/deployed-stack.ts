import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { awsProblem } from './aws-problem.ts';
import { exitCodes, Problem } from './problem.ts';

/** The outputs of a deployed stack. Throws a problem that says what to do when they cannot be read. */
export async function readOutputs(
  stackName: string,
  settings: { readonly profile?: string; readonly region?: string },
): Promise<Record<string, string>> {
  const client = new CloudFormationClient(settings);
  try {
    const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: stackName }));
    const outputs = Stacks?.[0]?.Outputs ?? [];
    return Object.fromEntries(outputs.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]));
  } catch (error) {
    if (isUnknownStack(error)) throw unknownStack(stackName, await client.config.region());
    throw awsProblem(error, settings.profile) ?? unreadable(stackName, error);
  }
}

/** CloudFormation has no error of its own for this. */
export function isUnknownStack(error: unknown): boolean {
  return error instanceof Error && error.name === 'ValidationError' && /does not exist/.test(error.message);
}

function unknownStack(stackName: string, region: string): Problem {
  return new Problem(
    `there is no stack ${stackName} in ${region}; check its name (\`aws cloudformation list-stacks\`), or choose another region with --region`,
    exitCodes.failure,
  );
}

function unreadable(stackName: string, error: unknown): Problem {
  return new Problem(
    `cannot read the stack ${stackName}: ${error instanceof Error ? error.message : String(error)}; check its name, the region and your AWS credentials`,
    exitCodes.failure,
  );
}
