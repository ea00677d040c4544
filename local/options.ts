import { join, resolve } from 'node:path';
import type { AnsweredRequest, LogLine } from './observed.ts';

export type LocalStackOptions = {
  /** Where `cdk synth` has put template and bundles. @default cdk.out */
  readonly assemblyDir?: string;
  /** Where tables, messages and secrets are kept. Omit to keep everything in memory, for this run only. */
  readonly dataDir?: string;
  /** Of the HTTP API. @default 0: any free one */
  readonly port?: number;
  /** A DynamoDB Local that runs already and goes on running. Omit to start one, and to stop it at the end. */
  readonly dynamoDbEndpoint?: string;
  /** Before the names of the tables, so that stacks can share one DynamoDB Local. */
  readonly namePrefix?: string;
  /** Seconds until a failed message comes back. @default its queue's visibility timeout in the template */
  readonly visibilitySeconds?: number;
  /** Execution environments per function, at most. @default 2 */
  readonly concurrency?: number;
  /** Sends the functions' DynamoDB calls through the stack's endpoint, where `faults` can answer them. */
  readonly interceptDynamoDb?: boolean;
  /** Values of the template's parameters, by name. @default the template's own defaults */
  readonly parameters?: Readonly<Record<string, string>>;
  /** By path: JSON that the HTTP API answers to GET, without any function. */
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
