import { ChangeMessageVisibilityBatchCommand, type Message } from '@aws-sdk/client-sqs';
import type { DeadLetter, DeadLetterQueue } from '../app/ports/dead-letters.ts';
import { moveEverything } from './move-task.ts';
import { queueDepth } from './queue-depth.ts';
import { unknownSender } from './read-letter.ts';
import { type Handles, type Letters, receiveLetters } from './receive-letters.ts';
import { sendLetters, turnsAt } from './send-letters.ts';

type DeadLetterQueueOptions = Letters & {
  /** Where letters are sent back to. */
  readonly eventsQueueUrl: string;
  /** Whether SQS moved the letters here by its redrive policy. SQS can only move back such messages. */
  readonly isRedrivable: boolean;
  readonly read: (message: Message) => DeadLetter;
  readonly isSender: (provider: string) => boolean;
};

const handBacksAtOnce = 8;
/** Letters that may arrive while all are sent again. */
const latecomers = 1_000;

export function deadLetterQueue(options: DeadLetterQueueOptions): DeadLetterQueue {
  const { sqs, url, eventsQueueUrl, isRedrivable, read, isSender } = options;

  const look: DeadLetterQueue['look'] = async (bounds, use) => {
    const handles: Handles = new Map();
    const turn = turnsAt(bounds.rate);
    let lookedAt = 0;
    try {
      const isComplete = await receiveLetters(options, bounds, handles, async (messages) => {
        lookedAt += messages.length;
        const messageOf = new Map(messages.map((message) => [read(message), message]));
        await use([...messageOf.keys()], async (some) => {
          const selected = some.flatMap((letter) => messageOf.get(letter) ?? []);
          await sendLetters({ sqs, from: url, to: eventsQueueUrl }, selected, turn, (sent) => {
            for (const { MessageId = '' } of sent) handles.delete(MessageId);
          });
        });
      });
      return { lookedAt, isComplete };
    } finally {
      if (bounds.afterwards === 'visible') await handBack(options, [...handles.values()]);
    }
  };

  return {
    isSender: (provider) => provider === unknownSender || isSender(provider),
    depth: () => queueDepth(sqs, url),
    look,
    async sendAllAgain(total, { rate, onSent, hasTime }) {
      if (isRedrivable) return moveEverything({ sqs, url }, total, { rate, onSent, hasTime });
      const { lookedAt } = await look(
        { most: total + latecomers, afterwards: 'visible', rate, hasTime },
        async (letters, sendAgain) => {
          await sendAgain(letters);
          onSent?.(letters.length);
        },
      );
      return lookedAt;
    },
  };
}

/**
 * Makes the letters visible again after a second, so that a reader that is still receiving does not get them twice. When a
 * handle is no longer valid, its letter is visible already, and SQS ignores the call.
 */
async function handBack({ sqs, url }: Letters, handles: readonly string[]): Promise<void> {
  const waiting = [...handles];
  const work = async () => {
    for (let some = waiting.splice(0, 10); some.length > 0; some = waiting.splice(0, 10)) {
      const Entries = some.map((ReceiptHandle, index) => ({
        Id: String(index),
        ReceiptHandle,
        VisibilityTimeout: 1,
      }));
      await sqs.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl: url, Entries }));
    }
  };
  await Promise.all(Array.from({ length: handBacksAtOnce }, work));
}
