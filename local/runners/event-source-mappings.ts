import { CannotStart } from '../cannot-start.ts';
import {
  createEventSourceMapping,
  type EventSource,
  type EventSourceMapping,
  type MappingSettings,
} from '../event-source-mapping.ts';
import type { FunctionPool } from '../function-pool.ts';
import { calledFunction, findFunction } from '../function-reference.ts';
import { identityOf } from '../identity.ts';
import { createLambdaService, mappingArn } from '../lambda-service.ts';
import { queueSource } from '../queue-source.ts';
import type { LocalResource, Run, Runner } from '../runner.ts';
import { streamSource } from '../streams/stream-source.ts';
import { functions } from './functions.ts';

/** What a mapping can read from. A new kind of source takes one file, and one line here. */
const sources = [queueSource, streamSource];

export const eventSourceMappings: Runner<readonly EventSourceMapping[]> = {
  types: ['AWS::Lambda::EventSourceMapping'],
  keeps: ['streams.json'],
  // The name under which Lambda's API finds it.
  identify: ({ logicalId }) => identityOf(logicalId, mappingArn(logicalId)),
  async start(resources, run) {
    const { pools } = run.started(functions);
    const mappings = await Promise.all(resources.map((resource) => createMapping(resource, pools, run)));
    run.serve(createLambdaService(mappings));
    run.onStop(async () => {
      const disabled = Promise.all(mappings.map((mapping) => mapping.disable()));
      // When nothing is kept, a batch need not be finished: it ends with its function.
      if (!run.options.dataDir) await Promise.all(pools.map((pool) => pool.stop()));
      await disabled;
    });
    for (const mapping of mappings) if (mapping.settings.enabled) mapping.enable();
    return mappings;
  },
};

async function createMapping(
  resource: LocalResource,
  pools: readonly FunctionPool[],
  run: Run,
): Promise<EventSourceMapping> {
  const pool = functionOf(resource, pools);
  const sourceArn = resource.property<string>('EventSourceArn') ?? '';
  const source = sources.find((each) => each.reads(sourceArn));
  if (!source) {
    throw new CannotStart(
      `${resource.logicalId} reads from ${sourceArn}; local/runners/event-source-mappings.ts supports only queues and DynamoDB streams`,
    );
  }
  const settings = readSettings(resource, pool, source);
  return createEventSourceMapping(settings, await source.open(resource, settings, pool, run));
}

function functionOf({ logicalId, property }: LocalResource, pools: readonly FunctionPool[]): FunctionPool {
  const wanted = property<string>('FunctionName') ?? '';
  const pool = findFunction(pools, wanted);
  if (!pool) throw new CannotStart(`${logicalId} feeds ${wanted}, which is not a function of this template`);
  return pool;
}

function readSettings(
  { logicalId, property }: LocalResource,
  pool: FunctionPool,
  { defaultBatchSize }: EventSource,
): MappingSettings {
  const responses = property<string[]>('FunctionResponseTypes') ?? [];
  return {
    name: logicalId,
    functionName: calledFunction(property<string>('FunctionName') ?? pool.settings.name),
    sourceArn: property<string>('EventSourceArn') ?? '',
    batchSize: property<number>('BatchSize') ?? defaultBatchSize,
    reportsItemFailures: responses.includes('ReportBatchItemFailures'),
    enabled: property<boolean>('Enabled') ?? true,
  };
}
