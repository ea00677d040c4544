import type { DeadLetterQueue } from '../app/ports/dead-letters.ts';
import { outputs } from '../lib/outputs.ts';
import { topicProvider } from '../providers/manifests.ts';
import { normalizersWith } from '../providers/normalizers.ts';
import { deadLetterQueue } from '../queue/dead-letter-queue.ts';
import { readLetter } from '../queue/read-letter.ts';
import { isSender } from './given.ts';
import { sqsOf } from './sqs-of.ts';
import type { Target } from './target.ts';

/** `events`: what the consumer could not process. `topic`: what SNS could not deliver to the queue. */
export function deadLettersOf(target: Target, queue: 'events' | 'topic'): DeadLetterQueue {
  const url = queue === 'topic' ? outputs.sesDeadLetterQueueUrl : outputs.deadLetterQueueUrl;
  return deadLetterQueue({
    sqs: sqsOf(target),
    url: target.output(url),
    eventsQueueUrl: target.output(outputs.eventsQueueUrl),
    isRedrivable: queue === 'events',
    // Any other name is a source that the operator has named.
    read: (message) =>
      readLetter(message, topicProvider.name, (provider) => normalizersWith({ [provider]: {} })(provider)),
    isSender: (name) => isSender(name, target),
  });
}
