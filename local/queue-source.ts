import { CannotStart } from './cannot-start.ts';
import { type EventSource, windowOf } from './event-source-mapping.ts';
import { openQueue } from './polled-queue.ts';
import { pollQueue } from './queue-poller.ts';
import { queues } from './runners/queues.ts';

/** More pollers would hold messages that a small machine cannot process yet. */
const mostPollers = 2;

/** The queues of the template, as sources of event source mappings. */
export const queueSource: EventSource = {
  defaultBatchSize: 10,
  reads: (arn) => arn.startsWith('arn:aws:sqs:'),
  async open(mapping, settings, pool, run) {
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
    const poll = pollQueue(polled, pool, { ...settings, windowSeconds: windowOf(mapping, run.options) });
    const scaling = property<{ MaximumConcurrency?: number }>('ScalingConfig');
    const pollers = Math.min(mostPollers, scaling?.MaximumConcurrency ?? mostPollers);
    return Array.from({ length: pollers }, () => poll);
  },
};
