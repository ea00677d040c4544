import { setTimeout as delay } from 'node:timers/promises';
import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { ReportQueue } from '../app/ports/history.ts';
import type { WebhookRequest } from '../providers/provider.ts';
import { type Envelope, toEnvelope } from './envelope.ts';
import { groupsOf } from './groups-of.ts';
import { queueDepth } from './queue-depth.ts';

type ReportQueueOptions = {
  readonly sqs: SQSClient;
  readonly queueUrl: string;
  readonly provider: string;
  readonly requestOf: (reports: readonly string[]) => WebhookRequest;
  readonly reportsPerRequest: number;
  readonly now: () => Date;
};

/** Small enough that a message stays readable in the console of SQS, and costs one request. */
const charactersPerMessage = 48 * 1024;
/** The most that SQS takes in one call: ten messages, and a megabyte with their attributes. */
const messagesPerCall = 10;
const charactersPerCall = 900_000;
const callsInFlight = 4;
/** While more messages than this are waiting, nothing is sent: today's webhooks must not wait behind the past. */
const mostWaiting = 1_000;
const maxTries = 8;

/** Sends reports of the past to the events queue, marked as imported. */
export function reportQueue(options: ReportQueueOptions): ReportQueue {
  const { sqs, queueUrl } = options;
  return {
    async send(reports) {
      // As many reports in one request as the provider may post, and as stay readable.
      const requests = groupsOf(
        reports,
        options.reportsPerRequest,
        charactersPerMessage,
        ({ length }) => length,
      );
      const messages = requests.map((some) => envelopeOf(some, options));
      const calls = groupsOf(
        messages,
        messagesPerCall,
        charactersPerCall,
        ({ MessageBody }) => MessageBody.length,
      );
      for (let at = 0; at < calls.length; at += callsInFlight) {
        while ((await queueDepth(sqs, queueUrl)) > mostWaiting) await delay(500);
        await Promise.all(calls.slice(at, at + callsInFlight).map((call) => sendAll(sqs, queueUrl, call)));
      }
    },
  };
}

function envelopeOf(reports: readonly string[], { provider, requestOf, now }: ReportQueueOptions): Envelope {
  const envelope = toEnvelope({ provider, receivedAt: now(), request: requestOf(reports), imported: true });
  if (!envelope)
    throw new Error('expected a report that fits into a queue message, found one that is too large');
  return envelope;
}

async function sendAll(sqs: SQSClient, QueueUrl: string, messages: readonly Envelope[]): Promise<void> {
  let left = messages.map((message, index) => ({ Id: String(index), ...message }));
  for (let tries = 1; left.length > 0; tries += 1) {
    const { Failed = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries: left }));
    const failed = new Set(Failed.map(({ Id }) => Id));
    left = left.filter(({ Id }) => failed.has(Id));
    if (left.length > 0 && (tries === maxTries || Failed.some(({ SenderFault }) => SenderFault)))
      throw new Error(`SQS refused ${left.length} messages: ${Failed[0]?.Code}`);
    if (left.length > 0) await delay(100 * 2 ** tries);
  }
}
