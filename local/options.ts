import { join, resolve } from 'node:path';
import type { AnsweredRequest, LogLine } from './observed.ts';

export type LocalStackOptions = {
  /** Where `cdk synth` wrote the template and bundles. @default cdk.out */
  readonly assemblyDir?: string;
  /** Where tables, messages, objects and secrets are kept. Omit to keep them in memory, for this run only. */
  readonly dataDir?: string;
  /** Port of the first HTTP API; the others have the ports that follow. @default 0: any free ports */
  readonly port?: number;
  /**
   * URL of an OpenID provider that stands in for the issuer of every JWT authorizer, such as a user pool of Cognito. It replaces
   * the issuer wherever the template has it, so functions are told of it too. @default the issuer in the template
   */
  readonly jwtIssuer?: string;
  /** A DynamoDB Local that is already running, and is not stopped. Omit to start one for this run. */
  readonly dynamoDbEndpoint?: string;
  /** Prefix of the table names, so that stacks can share one DynamoDB Local. */
  readonly namePrefix?: string;
  /**
   * Seconds until a failed message is retried, and at most until a failed batch of a stream is. @default the queue's
   * visibility timeout in the template; 10 seconds for a stream
   */
  readonly visibilitySeconds?: number;
  /** The longest batching window of an event source mapping. @default the window in the template */
  readonly longestWindowSeconds?: number;
  /** Whether schedules run by the clock. Tests run them one by one. @default true */
  readonly runSchedules?: boolean;
  /** Whether every function is loaded before its first event. @default true */
  readonly warm?: boolean;
  /** Execution environments per function, at most. @default 2 */
  readonly concurrency?: number;
  /** Sends the functions' DynamoDB calls through the stack's endpoint, where `faults` can answer them. */
  readonly interceptDynamoDb?: boolean;
  /** Values of the template's parameters, by name. @default the template's own defaults */
  readonly parameters?: Readonly<Record<string, string>>;
  /** By path: JSON that answers a GET without calling a function. */
  readonly documents?: Readonly<Record<string, unknown>>;
  /** Gives a secret its value for this run. Called at each start, for every secret whose value is a JSON object. */
  readonly completeSecret?: (value: SecretObject) => SecretObject;
  readonly onAnswer?: (request: AnsweredRequest) => void;
  readonly onLog?: (line: LogLine) => void;
};

export type SecretObject = Readonly<Record<string, unknown>>;

/** Undefined when everything is kept in memory. */
export function inDataDir({ dataDir }: LocalStackOptions, name: string): string | undefined {
  return dataDir && join(resolve(dataDir), name);
}
