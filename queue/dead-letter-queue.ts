import { setTimeout as delay } from 'node:timers/promises';
import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { DeadLetter, DeadLetterQueue, Pace } from '../app/ports/dead-letters.ts';
import { moveEverything } from './move-task.ts';
import { queueDepth } from './queue-depth.ts';

type DeadLetterQueueOptions = {
  readonly sqs: SQSClient;
  readonly url: string;
  /** Where letters are sent back to. */
  readonly eventsQueueUrl: string;
  /** Whether SQS moved the letters here by its redrive policy. SQS can only move back such messages. */
  readonly isRedrivable: boolean;
  readonly read: (message: Message) => DeadLetter;
};

/** Taken letters are hidden from others for this time, or until they are handed back. */
const hiddenSeconds = 60;

export function deadLetterQueue(options: DeadLetterQueueOptions): DeadLetterQueue {
  const { sqs, url, eventsQueueUrl } = options;
  /** The SQS message of each taken letter, by id. */
  const taken = new Map<string, Message>();

  async function take(most: number, onTaken: (count: number) => void = () => {}) {
    const letters = new Map<string, DeadLetter>();
    for (let isEmpty = false; !isEmpty && letters.size < most; ) {
      const messages = await receive(sqs, url, Math.min(10, most - letters.size));
      for (const message of messages) {
        const letter = options.read(message);
        taken.set(letter.id, message);
        letters.set(letter.id, letter);
      }
      isEmpty = messages.length === 0;
      onTaken(messages.length);
    }
    return [...letters.values()];
  }

  async function sendAgain(letters: readonly DeadLetter[], { rate, onSent }: Pace): Promise<void> {
    for (const { id } of letters) {
      await move(sqs, url, eventsQueueUrl, taken.get(id));
      onSent?.(1);
      if (rate) await delay(1000 / rate);
    }
  }

  return {
    depth: () => queueDepth(sqs, url),
    take,
    sendAgain,
    /** With a delay of a second, so that a reader that is still receiving does not get them twice. */
    async handBack(letters) {
      for (let index = 0; index < letters.length; index += 10) {
        const Entries = letters.slice(index, index + 10).map(({ id }, place) => ({
          Id: String(place),
          ReceiptHandle: taken.get(id)?.ReceiptHandle,
          VisibilityTimeout: 1,
        }));
        await sqs.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl: url, Entries }));
      }
    },
    async sendAllAgain(total, pace) {
      if (options.isRedrivable) return moveEverything(sqs, url, total, pace);
      const letters = await take(Number.POSITIVE_INFINITY);
      await sendAgain(letters, pace);
      return letters.length;
    },
  };
}

async function receive(sqs: SQSClient, QueueUrl: string, most: number): Promise<Message[]> {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl,
      MaxNumberOfMessages: most,
      VisibilityTimeout: hiddenSeconds,
      // With a wait time, SQS asks all its servers. Without, it asks only some and may miss letters.
      WaitTimeSeconds: 1,
      MessageAttributeNames: ['All'],
      MessageSystemAttributeNames: ['All'],
    }),
  );
  return Messages;
}

/** Sends the message before it deletes it. If deleting fails, there are two copies, which count once. */
async function move(sqs: SQSClient, from: string, to: string, message: Message | undefined): Promise<void> {
  if (!message) throw new Error('expected a letter that was taken before, found an unknown one');
  const MessageAttributes = Object.fromEntries(
    Object.entries(message.MessageAttributes ?? {}).map(([name, { DataType, StringValue }]) => [
      name,
      { DataType, StringValue },
    ]),
  );
  await sqs.send(new SendMessageCommand({ QueueUrl: to, MessageBody: message.Body, MessageAttributes }));
  await sqs.send(new DeleteMessageCommand({ QueueUrl: from, ReceiptHandle: message.ReceiptHandle }));
}
