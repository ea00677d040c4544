import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import {
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { OutgoingWebhook } from '../../app/ports/webhooks.ts';
import { openListener, removeLeftListeners } from '../../fanout/temporary-listener.ts';
import { outputs } from '../../lib/outputs.ts';
import { isAlive } from '../local-endpoints.ts';
import { exitCodes, Problem } from '../problem.ts';
import { sqsOf } from '../sqs-of.ts';
import { stackInWords, type Target } from '../target.ts';
import type { Feed } from './feed.ts';

const renewedMillis = 60_000;

/** From the bus of a stack, by a rule and a queue that exist as long as somebody listens. */
export async function busFeed(target: Target, types: readonly string[] | undefined): Promise<Feed> {
  if (!target.hasOutput(outputs.eventBusName))
    throw new Problem(
      `${stackInWords(target)} has no event bus; deploy it with the setting eventBus: true (mailfold.config.ts)`,
      exitCodes.failure,
    );
  const sqs = sqsOf(target);
  const bus = {
    events: new EventBridgeClient(target.settings),
    sqs,
    busName: target.output(outputs.eventBusName),
  };
  const now = () => new Date();
  const here = hostname();
  await removeLeftListeners(bus, ({ host, pid }) => host !== here || isAlive(pid), now);
  const listener = await openListener(bus, types, { host: here, pid: process.pid }, now);
  const renewing = setInterval(() => void listener.renew().catch(() => {}), renewedMillis);
  return {
    from: stackInWords(target),
    run(handle, stopping, onReady) {
      onReady();
      return receiveAll(sqs, listener.queueUrl, handle, stopping);
    },
    async close() {
      clearInterval(renewing);
      await listener.close();
    },
  };
}

async function receiveAll(
  sqs: SQSClient,
  QueueUrl: string,
  handle: (webhook: OutgoingWebhook) => Promise<void>,
  stopping: AbortSignal,
): Promise<void> {
  const handling = new Set<Promise<void>>();
  while (!stopping.aborted) {
    for (const message of await receive(sqs, QueueUrl, stopping)) {
      const handled = handleMessage(sqs, QueueUrl, message, handle).finally(() => handling.delete(handled));
      handling.add(handled);
    }
  }
  await Promise.all(handling);
}

async function receive(sqs: SQSClient, QueueUrl: string, abortSignal: AbortSignal): Promise<Message[]> {
  try {
    const wanted = { QueueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: 10 };
    return (await sqs.send(new ReceiveMessageCommand(wanted), { abortSignal })).Messages ?? [];
  } catch (error) {
    if (abortSignal.aborted) return [];
    // Somebody has removed the queue, or the credentials have expired: it would not come back.
    if (/NonExistentQueue|QueueDoesNotExist|Expired|AccessDenied/.test((error as Error).name)) throw error;
    await delay(1_000);
    return [];
  }
}

async function handleMessage(
  sqs: SQSClient,
  QueueUrl: string,
  { Body = '{}', ReceiptHandle }: Message,
  handle: (webhook: OutgoingWebhook) => Promise<void>,
): Promise<void> {
  await handle(webhookIn(Body));
  await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle })).catch(() => {});
}

/** The webhook of an event as EventBridge passes it on. */
function webhookIn(text: string): OutgoingWebhook {
  const { 'detail-type': type, detail } = JSON.parse(text);
  return { id: detail.id, type, body: JSON.stringify({ type, timestamp: detail.occurredAt, data: detail }) };
}
