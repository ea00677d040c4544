import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { outputsOfMailfold, splitStack } from './chosen-mailfold.ts';
import { type LocalEndpoints, readEndpoints } from './local-endpoints.ts';
import { localFolder } from './local-folder.ts';
import { exitCodes, Problem } from './problem.ts';

/** The stack that a command works on: the local one, or a deployed one by name. */
export type Target = {
  readonly isLocal: boolean;
  readonly stackName: string;
  /** The options that choose this stack again, for commands that the reader can copy. */
  readonly chosenBy: TargetOptions;
  hasOutput(name: string): boolean;
  /** Throws a problem when the stack does not have it. */
  output(name: string): string;
  readonly dynamoDb: DynamoDBDocumentClient;
  /** For clients that only some commands need. */
  readonly settings: object;
  /** DynamoDB Local has an endpoint of its own. */
  readonly dynamoDbSettings: object;
};

export type TargetOptions = {
  readonly stack?: string;
  readonly profile?: string;
  readonly region?: string;
};

export async function openTarget({ stack, profile, region }: TargetOptions): Promise<Target> {
  if (stack !== undefined) return deployedTarget(stack, { profile, region });
  if (profile !== undefined || region !== undefined)
    throw new Problem(
      '--profile and --region belong to a deployed stack: add --stack NAME, or leave them out',
      exitCodes.usage,
    );
  return localTarget();
}

/** For sentences: `the local stack`. */
export function stackInWords({ isLocal, stackName }: Pick<Target, 'isLocal' | 'stackName'>): string {
  return isLocal ? 'the local stack' : `the stack ${stackName}`;
}

function localTarget(): Target {
  const endpoints = readEndpoints(localFolder());
  if (!endpoints) {
    throw new Problem(
      'no local stack is running in this folder; use a deployed one with --stack NAME, or start one with `npm start` in a clone of Mailfold',
      exitCodes.failure,
    );
  }
  return localTargetOf(endpoints);
}

export function localTargetOf(endpoints: LocalEndpoints): Target {
  const { stackName, outputs, dynamoDbEndpoint, awsEndpoint } = endpoints;
  return target(
    { isLocal: true, stackName, chosenBy: {}, outputs },
    settingsFor(endpoints, dynamoDbEndpoint),
    settingsFor(endpoints, awsEndpoint),
  );
}

function settingsFor({ region }: LocalEndpoints, endpoint: string) {
  return { region, endpoint, credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };
}

async function deployedTarget(
  given: string,
  { profile, region }: Pick<TargetOptions, 'profile' | 'region'>,
): Promise<Target> {
  const settings = { ...(profile && { profile }), ...(region && { region }) };
  // Loaded only here: most commands are tried on the local stack first.
  const { readOutputs } = await import('./deployed-stack.ts');
  const { stackName, prefix } = splitStack(given);
  const outputs = outputsOfMailfold(stackName, await readOutputs(stackName, settings), prefix);
  return target(
    { isLocal: false, stackName, chosenBy: { stack: given, ...settings }, outputs },
    settings,
    settings,
  );
}

function target(
  stack: Pick<Target, 'isLocal' | 'stackName' | 'chosenBy'> & {
    readonly outputs: Readonly<Record<string, string>>;
  },
  dynamoDbSettings: object,
  settings: object,
): Target {
  const { outputs, ...chosen } = stack;
  return {
    ...chosen,
    hasOutput: (name) => Boolean(outputs[name]),
    output(name) {
      const value = outputs[name];
      if (!value)
        throw new Problem(
          `the stack ${stack.stackName} has no output ${name}; check that it is a Mailfold stack, and deploy it again`,
          exitCodes.failure,
        );
      return value;
    },
    settings,
    dynamoDbSettings,
    dynamoDb: DynamoDBDocumentClient.from(new DynamoDBClient(dynamoDbSettings), {
      marshallOptions: { removeUndefinedValues: true },
    }),
  };
}
