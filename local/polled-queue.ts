import { type Message, SQS } from '@aws-sdk/client-sqs';
import { clientSettings } from './clients.ts';
import type { Emulator } from './emulator.ts';

export type PolledQueue = {
  /** Resolves with no messages only after `waitMillis`. */
  receive(wanted: number, waitMillis: number, stopping: AbortSignal): Promise<Message[]>;
  /** Returns the ids of the messages that were deleted. */
  remove(messages: readonly Message[]): Promise<Set<string>>;
  retrySoon(messages: readonly Message[]): Promise<void>;
  /** Keeps messages hidden from other pollers until the returned function is called. */
  hold(messages: readonly Message[]): () => void;
};

type PolledQueueSettings = {
  readonly url: string;
  /** When a failed message is retried. Omit to wait for the rest of its visibility timeout. */
  readonly retrySeconds?: number;
  /**
   * How long a taken message stays hidden when its poller is killed. A living poller renews it. Not less than a pause of
   * the process can be. @default the larger of `retrySeconds` and 5
   */
  readonly holdSeconds?: number;
};

/** A queue as Lambda's pollers use it. An error of the queue never ends a poller. */
export function openQueue(
  {
    url,
    retrySeconds,
    holdSeconds = retrySeconds === undefined ? undefined : Math.max(retrySeconds, 5),
  }: PolledQueueSettings,
  endpoint: string,
  untilMessage: Emulator['untilMessage'],
): PolledQueue {
  const client = new SQS(clientSettings(endpoint));
  const queue = { QueueUrl: url };

  async function hideFor(seconds: number, messages: readonly Message[]): Promise<void> {
    for (const entries of tens(messages)) {
      const Entries = entries.map((message, index) => ({
        ...toEntry(message, index),
        VisibilityTimeout: seconds,
      }));
      await client.changeMessageVisibilityBatch({ ...queue, Entries }).catch(() => {});
    }
  }

  return {
    async receive(wanted, waitMillis, stopping) {
      // Starts before the first look, so that no arrival in between is missed.
      const looked = new AbortController();
      const arrival = untilMessage(waitMillis, AbortSignal.any([stopping, looked.signal]));
      const messages = await receiveNow(client, url, wanted, holdSeconds);
      if (messages.length > 0) looked.abort();
      await arrival;
      return messages;
    },
    async remove(messages) {
      const deleted = new Set<string>();
      for (const entries of tens(messages)) {
        const answer = await client
          .deleteMessageBatch({ ...queue, Entries: entries.map(toEntry) })
          .catch(() => ({ Successful: [] }));
        for (const { Id } of answer.Successful ?? []) deleted.add(entries[Number(Id)]?.MessageId ?? '');
      }
      return deleted;
    },
    async retrySoon(messages) {
      if (retrySeconds !== undefined) await hideFor(retrySeconds, messages);
    },
    hold(messages) {
      if (!holdSeconds || messages.length === 0) return () => {};
      // Renewed long before it ends, because a busy machine is late.
      const renewing = setInterval(() => void hideFor(holdSeconds, messages), (holdSeconds * 1_000) / 3);
      return () => clearInterval(renewing);
    },
  };
}

async function receiveNow(
  client: SQS,
  QueueUrl: string,
  wanted: number,
  holdSeconds: number | undefined,
): Promise<Message[]> {
  try {
    const { Messages = [] } = await client.receiveMessage({
      QueueUrl,
      MaxNumberOfMessages: Math.min(10, wanted),
      ...(holdSeconds && { VisibilityTimeout: holdSeconds }),
      // Not SQS's own long polling: it cannot be cancelled, so a mapping that is switched off would still
      // take a message.
      WaitTimeSeconds: 0,
      MessageAttributeNames: ['All'],
      MessageSystemAttributeNames: ['All'],
    });
    return Messages;
  } catch {
    // A test makes the queue fail, or the stack is stopping: no message was taken.
    return [];
  }
}

function toEntry(message: Message, index: number) {
  return { Id: String(index), ReceiptHandle: message.ReceiptHandle };
}

function tens<T>(list: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(list.length / 10) }, (_, index) =>
    list.slice(index * 10, index * 10 + 10),
  );
}
