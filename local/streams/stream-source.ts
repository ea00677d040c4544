import { CannotStart } from '../cannot-start.ts';
import { compilePattern, type EventPattern } from '../event-pattern.ts';
import { type EventSource, windowOf } from '../event-source-mapping.ts';
import { inDataDir } from '../options.ts';
import { InvalidPattern } from '../pattern-operators.ts';
import { missingRights } from '../permissions.ts';
import type { LocalResource, Run } from '../runner.ts';
import { buckets } from '../runners/buckets.ts';
import { queues } from '../runners/queues.ts';
import { roles } from '../runners/roles.ts';
import { tables } from '../runners/tables.ts';
import { topics } from '../runners/topics.ts';
import { openCheckpoints } from './checkpoints.ts';
import { createDelivery } from './deliver-records.ts';
import { type Destination, readDestination } from './on-failure.ts';
import { pollStream, skipToEnd } from './stream-poller.ts';
import { openStream } from './stream-reader.ts';

/** The streams of the template's tables, as sources of event source mappings. */
export const streamSource: EventSource = {
  defaultBatchSize: 100,
  reads: (arn) => /^arn:aws:dynamodb:.*\/stream\//.test(arn),
  async open(mapping, settings, pool, run) {
    const { logicalId, property } = mapping;
    const stream = run.started(tables).streams.find((each) => each.arnInTemplate === settings.sourceArn);
    if (!stream) {
      throw new CannotStart(
        `${logicalId} reads from ${settings.sourceArn}, which is not a stream of a table of this template`,
      );
    }
    refuseUnsupported(mapping);
    const isWanted = readFilters(mapping);
    const destination = readDestination(onFailureOf(mapping, run), {
      mapping: logicalId,
      functionArn: pool.settings.arn,
      streamArn: settings.sourceArn,
    });
    checkRole(mapping, pool.settings.roleArn, settings.sourceArn, destination, run);

    const reader = openStream({ endpoint: run.started(tables).endpoint, ...stream });
    run.onStop(reader.close);
    const checkpoints = openCheckpoints(logicalId, stream.arn, inDataDir(run.options, 'streams.json'));
    if (checkpoints.isNew && property('StartingPosition') === 'LATEST') await skipToEnd(reader, checkpoints);
    const deliver = createDelivery(
      pool,
      {
        reportsItemFailures: settings.reportsItemFailures,
        bisects: property<boolean>('BisectBatchOnFunctionError') ?? false,
        mostRetries: limitOf(mapping, 'MaximumRetryAttempts'),
        mostAgeSeconds: limitOf(mapping, 'MaximumRecordAgeInSeconds'),
        retrySeconds: run.options.visibilitySeconds ?? 10,
      },
      async (discarded) => destination?.send(discarded, run.started(queues)),
    );
    const polling = {
      batchSize: settings.batchSize,
      windowSeconds: windowOf(mapping, run.options),
      isWanted,
    };
    return [pollStream(reader, checkpoints, polling, deliver)];
  },
};

function refuseUnsupported({ logicalId, property }: LocalResource): void {
  if (property<number>('TumblingWindowInSeconds')) {
    throw new CannotStart(
      `${logicalId} has TumblingWindowInSeconds, which local/streams/stream-source.ts does not support`,
    );
  }
  const position = property<string>('StartingPosition');
  if (position !== 'TRIM_HORIZON' && position !== 'LATEST') {
    throw new CannotStart(
      `${logicalId}: expected StartingPosition TRIM_HORIZON or LATEST, found ${position}`,
    );
  }
}

/** A record is wanted when one of the filters matches it. */
function readFilters({ logicalId, property }: LocalResource): EventPattern {
  const { Filters: filters = [] } = property<{ Filters?: { Pattern?: string }[] }>('FilterCriteria') ?? {};
  if (filters.length === 0) return () => true;
  try {
    // Operators of EventBridge that Lambda's filters do not have.
    const patterns = filters.map(({ Pattern }) => compilePattern(Pattern, ['cidr', 'wildcard']));
    return (record) => patterns.some((matches) => matches(record));
  } catch (error) {
    if (!(error instanceof InvalidPattern)) throw error;
    throw new CannotStart(`${logicalId}: a pattern of its FilterCriteria is not valid: ${error.message}`);
  }
}

function onFailureOf({ logicalId, property }: LocalResource, { resources }: Run): string | undefined {
  const arn = property<{ OnFailure?: { Destination?: string } }>('DestinationConfig')?.OnFailure?.Destination;
  const known = resources.ofType(...queues.types, ...topics.types, ...buckets.types);
  if (arn && !known.some((each) => each.arn === arn)) {
    throw new CannotStart(
      `${logicalId} sends what fails to ${arn}, which is not a resource of this template`,
    );
  }
  return arn;
}

/** -1 stands for no limit. */
function limitOf({ property }: LocalResource, name: string): number | undefined {
  const limit = property<number>(name) ?? -1;
  return limit < 0 ? undefined : limit;
}

/** Lambda reads the stream and reports failures with the role of the function. */
function checkRole(
  { logicalId }: LocalResource,
  roleArn: string,
  streamArn: string,
  destination: Destination | undefined,
  run: Run,
): void {
  const reading = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map((action) => ({
    action: `dynamodb:${action}`,
    resources: [streamArn],
  }));
  const statements = run.started(roles).statementsOf(roleArn);
  const [missing] = missingRights(statements, [...reading, ...(destination?.rights ?? [])]);
  if (missing) throw new CannotStart(`${logicalId}: the role of its function does not allow ${missing}`);
}
