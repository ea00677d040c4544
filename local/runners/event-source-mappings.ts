import { CannotStart } from './cannot-start.ts';
import type { FunctionPool } from './function-pool.ts';
import type { PolledQueueSettings } from './polled-queue.ts';
import type { Batching } from './queue-poller.ts';
import type { LocalResource, Resources } from './resources.ts';

/** More pollers than a small machine can serve would only hold messages back. */
const mostPollers = 2;

export function readMapping(
  mapping: LocalResource,
  resources: Resources,
  pools: readonly FunctionPool[],
  options: { readonly queueUrlOf: (name: string) => string; readonly retrySeconds?: number },
): { settings: Batching; queue: PolledQueueSettings; pool: FunctionPool } {
  const sourceArn = mapping.property<string>('EventSourceArn') ?? '';
  const queue = resources.ofType('AWS::SQS::Queue').find(({ arn }) => arn === sourceArn);
  if (!queue) {
    throw new CannotStart(
      `${mapping.logicalId} reads from ${sourceArn}; the local stack maps queues of this template only`,
    );
  }
  for (const property of ['FilterCriteria', 'ProvisionedPollerConfig']) {
    if (mapping.property(property)) {
      throw new CannotStart(
        `${mapping.logicalId} has ${property}; local/event-source-mapping.ts does not know it yet`,
      );
    }
  }
  const functionName = mapping.property<string>('FunctionName') ?? '';
  const pool = pools.find(({ settings }) => [settings.name, settings.arn].includes(functionName));
  if (!pool)
    throw new CannotStart(
      `${mapping.logicalId} feeds ${functionName}, which is no function of this template`,
    );
  const scaling = mapping.property<{ MaximumConcurrency?: number }>('ScalingConfig');
  return {
    pool,
    settings: {
      name: mapping.logicalId,
      functionName: pool.settings.name,
      sourceArn: queue.arn,
      batchSize: mapping.property<number>('BatchSize') ?? 10,
      windowSeconds: mapping.property<number>('MaximumBatchingWindowInSeconds') ?? 0,
      pollers: Math.min(mostPollers, scaling?.MaximumConcurrency ?? mostPollers),
      reportsItemFailures: (mapping.property<string[]>('FunctionResponseTypes') ?? []).includes(
        'ReportBatchItemFailures',
      ),
      enabled: mapping.property<boolean>('Enabled') ?? true,
    },
    queue: { url: options.queueUrlOf(queue.name), retrySeconds: options.retrySeconds },
  };
}
