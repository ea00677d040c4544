import { type Message, SQS } from '@aws-sdk/client-sqs';
import { fakeCredentials, region } from './clients.ts';
import type { FunctionPool } from './function-pool.ts';
import type { MessageBroker } from './message-broker.ts';
import { doneWith, takeBatch, toSqsRecord } from './sqs-batch.ts';

export type MappingSettings = {
  readonly name: string;
  readonly functionName: string;
  readonly queueUrl: string;
  readonly queueArn: string;
  readonly batchSize: number;
  readonly windowSeconds: number;
  readonly pollers: number;
  readonly reportsItemFailures: boolean;
  readonly enabled: boolean;
  /** When a failed message comes back, in place of the rest of its visibility timeout. */
  readonly retrySeconds?: number;
};

export type EventSourceMapping = {
  readonly settings: MappingSettings;
  readonly enabled: boolean;
  enable(): void;
  /** Resolves when the last batch has been handled: from then on, no message is taken. */
  disable(): Promise<void>;
};

/** Lambda's limit for an event, less some room for what surrounds the records. */
const batchBytes = 6 * 1_024 * 1_024 - 4_096;

/** How long an idle poller waits before it looks again: a message can become visible without arriving. */
const idleMillis = 250;

/** Carries messages from a queue to a function, as Lambda's pollers do. */
export function createEventSourceMapping(
  settings: MappingSettings,
  pool: FunctionPool,
  endpoint: string,
  untilMessage: MessageBroker['untilMessage'],
): EventSourceMapping {
  const client = new SQS({ endpoint, region, credentials: fakeCredentials });
  const queue = { QueueUrl: settings.queueUrl };
  let running: { stopping: AbortController; done: Promise<unknown> } | undefined;

  async function poll(stopping: AbortSignal): Promise<void> {
    let backlog: Message[] = [];
    while (!stopping.aborted || backlog.length > 0) {
      if (backlog.length === 0) backlog = await collect(stopping);
      const batch = backlog.splice(0, takeBatch(backlog, settings.batchSize, batchBytes));
      if (batch.length > 0) await handle(batch);
    }
  }

  /** Up to a full batch, or what has come when the batching window closes. */
  async function collect(stopping: AbortSignal): Promise<Message[]> {
    const collected = await receive(settings.batchSize, idleMillis, stopping);
    const closesAt = Date.now() + settings.windowSeconds * 1_000;
    while (collected.length > 0 && collected.length < settings.batchSize && !stopping.aborted) {
      const left = closesAt - Date.now();
      if (left <= 0) break;
      collected.push(
        ...(await receive(settings.batchSize - collected.length, Math.min(left, idleMillis), stopping)),
      );
    }
    return collected;
  }

  /** An empty answer is given only after some waiting. */
  async function receive(wanted: number, waitMillis: number, stopping: AbortSignal): Promise<Message[]> {
    // Begun before looking, so that nothing can arrive unnoticed in between.
    const looked = new AbortController();
    const arrival = untilMessage(waitMillis, AbortSignal.any([stopping, looked.signal]));
    const messages = await receiveNow(wanted);
    if (messages.length > 0) looked.abort();
    await arrival;
    return messages;
  }

  async function receiveNow(wanted: number): Promise<Message[]> {
    try {
      const { Messages = [] } = await client.receiveMessage({
        ...queue,
        MaxNumberOfMessages: Math.min(10, wanted),
        // Not SQS's own long polling: once begun it cannot be taken back, and a mapping that is
        // switched off would still take a message.
        WaitTimeSeconds: 0,
        MessageAttributeNames: ['All'],
        MessageSystemAttributeNames: ['All'],
      });
      return Messages;
    } catch {
      // The queue is in trouble, by a test's wish or while all is stopping: nothing was taken.
      return [];
    }
  }

  async function handle(batch: readonly Message[]): Promise<void> {
    const invocation = await pool.invoke({
      Records: batch.map((message) => toSqsRecord(message, settings.queueArn)),
    });
    const ids = batch.map(({ MessageId }) => MessageId ?? '');
    const done = new Set(doneWith(ids, invocation, settings.reportsItemFailures));
    const deleted = await remove(batch.filter(({ MessageId }) => done.has(MessageId ?? '')));
    await retrySoon(batch.filter(({ MessageId }) => !deleted.has(MessageId ?? '')));
  }

  async function remove(messages: readonly Message[]): Promise<Set<string>> {
    const deleted = new Set<string>();
    for (const entries of tens(messages)) {
      const answer = await client
        .deleteMessageBatch({ ...queue, Entries: entries.map(toEntry) })
        .catch(() => ({ Successful: [] }));
      for (const { Id } of answer.Successful ?? []) deleted.add(entries[Number(Id)]?.MessageId ?? '');
    }
    return deleted;
  }

  async function retrySoon(messages: readonly Message[]): Promise<void> {
    const { retrySeconds } = settings;
    if (retrySeconds === undefined) return;
    for (const entries of tens(messages)) {
      const Entries = entries.map((message, index) => ({
        ...toEntry(message, index),
        VisibilityTimeout: retrySeconds,
      }));
      await client.changeMessageVisibilityBatch({ ...queue, Entries }).catch(() => {});
    }
  }

  const mapping = {
    settings,
    get enabled() {
      return running !== undefined;
    },
    enable() {
      if (running) return;
      const stopping = new AbortController();
      const done = Promise.all(Array.from({ length: settings.pollers }, () => poll(stopping.signal)));
      running = { stopping, done };
    },
    async disable() {
      const ending = running;
      running = undefined;
      ending?.stopping.abort();
      await ending?.done;
    },
  };
  if (settings.enabled) mapping.enable();
  return mapping;
}

function toEntry(message: Message, index: number) {
  return { Id: String(index), ReceiptHandle: message.ReceiptHandle };
}

function tens<T>(list: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(list.length / 10) }, (_, index) =>
    list.slice(index * 10, index * 10 + 10),
  );
}
