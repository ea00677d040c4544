import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Faults } from './aws-endpoint.ts';
import { region } from './clients.ts';
import { createCloudFormationService } from './cloudformation-service.ts';
import type { EventSourceMapping } from './event-source-mapping.ts';
import type { FunctionLogs } from './function-logs.ts';
import type { FunctionPool } from './function-pool.ts';
import type { LocalStackOptions } from './options.ts';
import { type RunningTemplate, runTemplate } from './run-template.ts';
import type { LocalResource } from './runner.ts';
import { eventSourceMappings } from './runners/event-source-mappings.ts';
import { functions } from './runners/functions.ts';
import { type HttpApis, httpApis } from './runners/http-apis.ts';
import { schedules } from './runners/schedules.ts';
import { type Tables, tables } from './runners/tables.ts';
import { runners } from './runners.ts';
import type { Schedule } from './schedules/schedule.ts';
import { createStsService } from './sts-service.ts';
import { readTemplate, type StackTemplate } from './template.ts';

export type LocalStack = {
  readonly stackName: string;
  /** Of the first HTTP API in the template. */
  readonly apiUrl: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly endpoints: {
    readonly region: string;
    readonly awsEndpoint: string;
    readonly dynamoDbEndpoint: string;
  };
  readonly faults: Faults;
  /** The latest lines of each function, by function name. */
  readonly logs: FunctionLogs;
  /** The types of the resources that a local run leaves out. */
  readonly ignored: readonly string[];
  readonly streams: Tables['streams'];
  // `prefix`: a construct path, or the beginning of a logical id.
  apiUrlOf(prefix: string): string;
  resource(prefix: string, type: string): LocalResource;
  function(prefix: string): FunctionPool;
  mapping(prefix: string): EventSourceMapping;
  schedule(prefix: string): Schedule;
  stop(): Promise<void>;
};

/** Runs a whole stack on this machine, from the template that would be deployed. */
export async function startLocalStack(options: LocalStackOptions = {}): Promise<LocalStack> {
  const template = readTemplate(resolve(options.assemblyDir ?? 'cdk.out'));
  const running = await runTemplate(template, runners, options);
  try {
    return describe(template, running);
  } catch (error) {
    await running.stop();
    throw error;
  }
}

function describe(template: StackTemplate, { run, faults, stop }: RunningTemplate): LocalStack {
  const { awsEndpoint, resources, started } = run;
  const { pools, logs } = started(functions);
  const mappings = started(eventSourceMappings);
  const { endpoint: dynamoDbEndpoint, streams } = started(tables);
  const { stackName } = template;
  const outputs = Object.fromEntries(
    Object.entries(template.outputs).map(([name, { Value }]) => [name, String(resources.resolve(Value))]),
  );
  run.serve(createCloudFormationService({ stackName, outputs }));
  run.serve(createStsService());
  return {
    stackName,
    apiUrl: started(httpApis).main.url,
    apiUrlOf: (prefix) => urlOf(resources.find(prefix, ...httpApis.types).name, started(httpApis)),
    outputs,
    endpoints: { region, awsEndpoint, dynamoDbEndpoint },
    faults,
    logs,
    ignored: resources.ignored,
    streams,
    resource: (prefix, type) => resources.find(prefix, type),
    function: (prefix) => byName(pools, resources.find(prefix, ...functions.types).name),
    mapping: (prefix) => byName(mappings, resources.find(prefix, ...eventSourceMappings.types).logicalId),
    schedule: (prefix) => byName(started(schedules), resources.find(prefix, ...schedules.types).logicalId),
    stop,
  };
}

function byName<T extends { readonly settings: { readonly name: string } }>(
  list: readonly T[],
  name: string,
): T {
  const found = list.find(({ settings }) => settings.name === name);
  if (!found) throw new Error(`${name} is not running`);
  return found;
}

function urlOf(apiId: string, { byId }: HttpApis): string {
  const api = byId.get(apiId);
  if (!api) throw new Error(`${apiId} is not running`);
  return api.url;
}

/** Deletes everything that a local stack keeps, and nothing that others keep in the same folder. */
export function clearDataDir(dataDir: string): void {
  for (const name of runners.flatMap(({ keeps = [] }) => keeps)) {
    rmSync(join(dataDir, name), { recursive: true, force: true });
  }
}
