import { CannotStart } from './cannot-start.ts';
import type { EventSource } from './event-source-mapping.ts';
import { openQueue } from './polled-queue.ts';
import { pollQueue } from './queue-poller.ts';
import { queues } from './runners/queues.ts';

/** The queues of the template, as sources of event source mappings. */
export const queueSource: EventSource = {
  reads: (arn) => arn.startsWith('arn:aws:sqs:'),
  open(mapping, settings, pool, run) {
    const { logicalId, property } = mapping;
    const queue = run.resources.ofType(...queues.types).find(({ arn }) => arn === settings.sourceArn);
    if (!queue) {
      throw new CannotStart(
        `${logicalId} reads from ${settings.sourceArn}, which is not a queue of this template`,
      );
    }
    for (const name of ['FilterCriteria', 'ProvisionedPollerConfig']) {
      if (property(name))
        throw new CannotStart(`${logicalId} has ${name}, which local/queue-source.ts does not support yet`);
    }
    const polled = openQueue(
      { url: queue.ref, retrySeconds: run.options.visibilitySeconds },
      run.awsEndpoint,
      run.started(queues).untilMessage,
    );
    const windowSeconds = property<number>('MaximumBatchingWindowInSeconds') ?? 0;
    return pollQueue(polled, pool, { ...settings, windowSeconds });
  },
};
