import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type LocalKeys, loadProviderKeys, mergeProviderKeys } from '../cli/local-keys.ts';
import { openApiDocument } from '../lambdas/api/openapi.ts';
import { type Faults, startAwsEndpoint } from './aws-endpoint.ts';
import { account, region } from './clients.ts';
import { type DynamoDbLocal, startDynamoDbLocal } from './dynamodb-local.ts';
import { createEventSourceMapping, type EventSourceMapping } from './event-source-mapping.ts';
import type { LogLine } from './function-environment.ts';
import { createLogsApi, type KeptLine } from './function-logs.ts';
import { createFunctionPool, type FunctionPool } from './function-pool.ts';
import { readFunctionSettings } from './function-settings.ts';
import { type AnsweredRequest, startHttpApi } from './http-api.ts';
import { readHttpApi } from './http-settings.ts';
import { readMapping } from './mapping-settings.ts';
import { startMessageBroker } from './message-broker.ts';
import { createMessaging } from './messaging.ts';
import { openQueue } from './polled-queue.ts';
import { pollQueue } from './queue-poller.ts';
import { registerResources, tableTypes } from './resources.ts';
import { createSecrets } from './secrets.ts';
import { createTables } from './tables.ts';
import { readTemplate } from './template.ts';

export type LocalStackOptions = {
  /** Where `cdk synth` has put template and bundles. @default cdk.out */
  readonly assemblyDir?: string;
  /** Where data and keys are kept. Without it all is in memory, and gone at the end. */
  readonly dataDir?: string;
  /** Of the HTTP API. @default 0: any free one */
  readonly port?: number;
  /** A DynamoDB Local that runs already and goes on running; without it one is started and stopped. */
  readonly dynamoDbEndpoint?: string;
  /** Before the names of the tables, so that stacks can share one DynamoDB Local. */
  readonly namePrefix?: string;
  /** When a failed message comes back. Without it: when its visibility timeout in the template is over. */
  readonly visibilitySeconds?: number;
  /** Execution environments per function, at most. @default 2 */
  readonly concurrency?: number;
  /** Sends the functions' DynamoDB calls through the stack's endpoint, where `faults` can answer them. */
  readonly interceptDynamoDb?: boolean;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly onAnswer?: (request: AnsweredRequest) => void;
  readonly onLog?: (line: LogLine) => void;
};

export type LocalStack = {
  readonly stackName: string;
  readonly apiUrl: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly endpoints: {
    readonly region: string;
    readonly awsEndpoint: string;
    readonly dynamoDbEndpoint: string;
  };
  readonly providerKeys: LocalKeys;
  readonly faults: Faults;
  /** The latest lines of each function, by its name. */
  readonly logs: ReadonlyMap<string, readonly KeptLine[]>;
  /** Types of resources that have no part in a local run. */
  readonly ignored: readonly string[];
  readonly streams: readonly { readonly table: string; readonly arn: string }[];
  // By construct path or the beginning of a logical id.
  function(prefix: string): FunctionPool;
  mapping(prefix: string): EventSourceMapping;
  tableName(prefix: string): string;
  queueUrl(prefix: string): string;
  topicArn(prefix: string): string;
  stop(): Promise<void>;
};

const keptLogLines = 5_000;

/** The whole system on this machine, from the template that would be deployed. */
export async function startLocalStack(options: LocalStackOptions = {}): Promise<LocalStack> {
  // What has been started is stopped in the opposite order, also when the next step fails.
  const started: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (let step = started.pop(); step; step = started.pop()) await step();
  };
  try {
    return await start(options, started, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(
  options: LocalStackOptions,
  started: (() => Promise<unknown>)[],
  stop: () => Promise<void>,
): Promise<LocalStack> {
  const template = readTemplate(resolve(options.assemblyDir ?? 'cdk.out'));
  const inDataDir = (name: string) => options.dataDir && join(resolve(options.dataDir), name);

  const api = await startHttpApi({
    ...pick(options, 'port', 'onAnswer'),
    documents: { '/openapi.json': openApiDocument() },
  });
  started.push(api.stop);
  const dynamoDbEndpoint = options.dynamoDbEndpoint ?? (await ownDynamoDb(options, started)).endpoint;
  const brokerDir = inDataDir('queues');
  const broker = await startMessageBroker(brokerDir ? { dataDir: brokerDir } : {});
  started.push(broker.stop);
  const identity = { pid: process.pid, stackName: template.stackName };
  const aws = await startAwsEndpoint({ broker, dynamoDbEndpoint, identity });
  started.push(aws.stop);

  const resources = registerResources(template, { apiUrl: api.url, awsEndpoint: aws.url }, options);
  const providerKeys = await loadProviderKeys(inDataDir('provider-keys.json'));
  const secrets = createSecrets(resources.ofType('AWS::SecretsManager::Secret'), inDataDir('secrets.json'));
  secrets.mergeIntoObjects((value) => mergeProviderKeys(value, providerKeys));
  aws.useSecrets(secrets);

  const logs = new Map<string, KeptLine[]>();
  const onLog = (line: LogLine) => {
    const lines = logs.get(line.functionName) ?? [];
    lines.push({ ...line, at: Date.now() });
    logs.set(line.functionName, lines.slice(-keptLogLines));
    options.onLog?.(line);
  };
  const endpoints = {
    awsEndpoint: aws.url,
    dynamoDbEndpoint: options.interceptDynamoDb ? aws.url : dynamoDbEndpoint,
  };
  const pools = resources
    .ofType('AWS::Lambda::Function')
    .map((resource) => readFunctionSettings(resource, template.assemblyDir, endpoints))
    .map((settings) => createFunctionPool(settings, { ...pick(options, 'concurrency'), onLog }));
  started.push(() => Promise.all(pools.map((pool) => pool.stop())));
  const functionOf = new Map(pools.map(({ settings }) => [settings.logGroup, settings.name]));
  aws.useLogs(
    createLogsApi((group) =>
      functionOf.has(group) ? (logs.get(functionOf.get(group) ?? '') ?? []) : undefined,
    ),
  );

  const [tables] = await Promise.all([
    createTables(resources.ofType(...tableTypes), dynamoDbEndpoint),
    createMessaging(resources, broker, aws.url),
    Promise.all(pools.map((pool) => pool.warm())),
  ]);

  const queueUrlOf = (name: string) => `${aws.url}/${account}/${name}`;
  const retry = options.visibilitySeconds === undefined ? {} : { retrySeconds: options.visibilitySeconds };
  const mappings = resources
    .ofType('AWS::Lambda::EventSourceMapping')
    .map((resource) => readMapping(resource, resources, pools, { queueUrlOf, ...retry }))
    .map(({ settings, queue, pool }) =>
      createEventSourceMapping(
        settings,
        pollQueue(openQueue(queue, aws.url, broker.untilMessage), pool, settings),
      ),
    );
  started.push(async () => {
    // First of all, nothing new: who calls from now on finds nobody, and a provider calls again.
    await api.stop();
    const disabled = Promise.all(mappings.map((mapping) => mapping.disable()));
    // With nothing to keep there is no batch to see through: this wakes the pollers from their waiting.
    if (!options.dataDir) await Promise.all([...pools.map((pool) => pool.stop()), broker.stop()]);
    await disabled;
  });
  aws.useMappings(mappings);
  const http = readHttpApi(resources, pools);
  if (http) api.serve(http);

  const outputs = Object.entries(template.outputs).map(([name, { Value }]) => [
    name,
    String(resources.resolve(Value)),
  ]);
  const find = <T>(list: readonly T[], nameOf: (item: T) => string, name: string): T => {
    const found = list.find((item) => nameOf(item) === name);
    if (!found) throw new Error(`${name} is not running`);
    return found;
  };
  return {
    stackName: template.stackName,
    apiUrl: api.url,
    outputs: Object.fromEntries(outputs),
    endpoints: { region, awsEndpoint: aws.url, dynamoDbEndpoint },
    providerKeys,
    faults: aws.faults,
    logs,
    ignored: resources.ignored,
    streams: tables.flatMap(({ name, streamArn }) => (streamArn ? [{ table: name, arn: streamArn }] : [])),
    function: (prefix) =>
      find(pools, ({ settings }) => settings.name, resources.find(prefix, 'AWS::Lambda::Function').name),
    mapping: (prefix) =>
      find(
        mappings,
        ({ settings }) => settings.name,
        resources.find(prefix, 'AWS::Lambda::EventSourceMapping').logicalId,
      ),
    tableName: (prefix) => resources.find(prefix, ...tableTypes).name,
    queueUrl: (prefix) => queueUrlOf(resources.find(prefix, 'AWS::SQS::Queue').name),
    topicArn: (prefix) => resources.find(prefix, 'AWS::SNS::Topic').arn,
    stop,
  };
}

async function ownDynamoDb(
  { dataDir }: LocalStackOptions,
  started: (() => Promise<unknown>)[],
): Promise<DynamoDbLocal> {
  const dynamoDb = await startDynamoDbLocal(dataDir ? { dataDir: join(resolve(dataDir), 'tables') } : {});
  started.push(dynamoDb.stop);
  return dynamoDb;
}

/** Some of the options; those that were not given stay absent. */
function pick<T extends object, Name extends keyof T>(from: T, ...names: Name[]): Pick<T, Name> {
  return Object.fromEntries(
    names.filter((name) => from[name] !== undefined).map((name) => [name, from[name]]),
  ) as Pick<T, Name>;
}

/** Everything the local stack keeps: data, messages, secrets, keys. */
export function clearDataDir(dataDir: string): void {
  for (const name of ['tables', 'queues', 'secrets.json', 'provider-keys.json', 'endpoints.json']) {
    rmSync(join(dataDir, name), { recursive: true, force: true });
  }
  mkdirSync(dataDir, { recursive: true });
}
