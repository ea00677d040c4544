import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { OutgoingWebhook } from '../app/ports/webhooks.ts';

/** SQS takes ten messages at once, and 1 MiB. */
const mostAtOnce = 10;
const mostBytes = 900_000;

/** The queue for what waits for a person has the same name with this end. */
const setAsideEnd = '-set-aside';

export function setAsideUrl(queueUrl: string): string {
  return `${queueUrl}${setAsideEnd}`;
}

export function setAsideName(queueName: string): string {
  return `${queueName}${setAsideEnd}`;
}

/** A message that SQS will never accept. Everything else passes. */
const hopeless = 'InvalidMessageContents';

/** Sends webhooks to the queue of an endpoint. Returns those to be tried again; `onRefused` hears of those that are not worth it. */
export async function enqueue(
  sqs: SQSClient,
  QueueUrl: string,
  webhooks: readonly OutgoingWebhook[],
  onRefused: (id: string, code: string) => void = () => {},
): Promise<OutgoingWebhook[]> {
  const left: OutgoingWebhook[] = [];
  for (const chunk of chunksOf(webhooks)) left.push(...(await enqueueChunk(sqs, QueueUrl, chunk, onRefused)));
  return left;
}

async function enqueueChunk(
  sqs: SQSClient,
  QueueUrl: string,
  chunk: readonly OutgoingWebhook[],
  onRefused: (id: string, code: string) => void,
): Promise<readonly OutgoingWebhook[]> {
  const Entries = chunk.map(({ id, type, body }, index) => ({
    Id: String(index),
    MessageBody: body,
    MessageAttributes: { id: stringAttribute(id), type: stringAttribute(type) },
  }));
  try {
    const { Failed = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
    return Failed.flatMap(({ Id, Code }) => {
      const webhook = chunk[Number(Id)];
      if (webhook && Code === hopeless) onRefused(webhook.id, Code);
      return webhook && Code !== hopeless ? [webhook] : [];
    });
  } catch {
    // Another endpoint, and the bus, still get theirs.
    return chunk;
  }
}

function stringAttribute(StringValue: string) {
  return { DataType: 'String', StringValue };
}

/** As many as one call takes. */
function chunksOf(webhooks: readonly OutgoingWebhook[]): OutgoingWebhook[][] {
  const chunks: OutgoingWebhook[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const webhook of webhooks) {
    const size = Buffer.byteLength(webhook.body) + 200;
    const last = chunks.at(-1);
    if (last && last.length < mostAtOnce && bytes + size <= mostBytes) {
      last.push(webhook);
      bytes += size;
    } else {
      chunks.push([webhook]);
      bytes = size;
    }
  }
  return chunks;
}
