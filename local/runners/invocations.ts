import { CannotStart } from '../cannot-start.ts';
import { internalQueueUrl } from '../emulator.ts';
import type { FunctionPool } from '../function-pool.ts';
import { findFunction } from '../function-reference.ts';
import {
  type AsyncSettings,
  createAsyncInvocations,
  type FailedEvent,
} from '../invocations/async-invocations.ts';
import { failedEventMessage } from '../invocations/failed-event.ts';
import { createInvokeService } from '../invocations/invoke-service.ts';
import type { LocalResource, Run, Runner } from '../runner.ts';
import { functions } from './functions.ts';
import { queues } from './queues.ts';

/** Lets callers of the AWS endpoint invoke the template's functions, by Lambda's rules for events that nobody waits for. */
export const invocations: Runner = {
  types: ['AWS::Lambda::EventInvokeConfig'],
  async start(resources, run) {
    const { pools } = run.started(functions);
    const asyncInvocations = createAsyncInvocations();
    run.onStop(async () => {
      const stopped = asyncInvocations.stop();
      // When nothing is kept, an event need not be finished: it ends with its function.
      if (!run.options.dataDir) await Promise.all(pools.map((pool) => pool.stop()));
      await stopped;
    });
    const configs = new Map(pools.map((pool) => [pool, readConfig(pool, resources, run)]));
    run.serve(
      createInvokeService(pools, (pool, payload) => {
        const config = configs.get(pool);
        if (config) asyncInvocations.accept(pool, payload, config.settings, config.onFailure);
      }),
    );
  },
};

type Config = { readonly settings: AsyncSettings; onFailure(failed: FailedEvent): Promise<void> };

type Destinations = {
  readonly OnFailure?: { readonly Destination?: string };
  readonly OnSuccess?: { readonly Destination?: string };
};

function readConfig(pool: FunctionPool, resources: readonly LocalResource[], run: Run): Config {
  const found = resources.find(
    ({ property }) => findFunction([pool], property<string>('FunctionName') ?? '') !== undefined,
  );
  const { OnFailure, OnSuccess } = found?.property<Destinations>('DestinationConfig') ?? {};
  const queueArn = OnFailure?.Destination ?? pool.settings.deadLetterArn;
  const unsupported = OnSuccess?.Destination ?? (queueArn?.startsWith('arn:aws:sqs:') ? undefined : queueArn);
  if (unsupported) {
    throw new CannotStart(
      `${found?.logicalId ?? pool.settings.name} sends events to ${unsupported}; local/runners/invocations.ts supports only queues, for failures`,
    );
  }
  return {
    settings: {
      mostRetries: found?.property<number>('MaximumRetryAttempts') ?? 2,
      mostAgeSeconds: found?.property<number>('MaximumEventAgeInSeconds') ?? 6 * 3_600,
      retrySeconds: run.options.visibilitySeconds ?? 10,
    },
    async onFailure(failed) {
      if (!queueArn) return;
      const QueueUrl = internalQueueUrl(queueArn.split(':').at(-1) ?? '');
      const asDestination = OnFailure?.Destination !== undefined;
      await run
        .started(queues)
        .sqs('SendMessage', { QueueUrl, ...failedEventMessage(failed, pool.settings.arn, asDestination) });
    },
  };
}
