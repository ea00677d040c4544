import { gunzipSync, gzipSync } from 'node:zlib';
import type { MessageAttributeValue } from '@aws-sdk/client-sqs';
import { UnreadableBody, type WebhookRequest } from '../providers/provider.ts';

/** A webhook on its way to the consumer. */
export type QueuedWebhook = {
  readonly provider: string;
  readonly receivedAt: Date;
  readonly request: WebhookRequest;
  /** Why this event was set apart from the batch it came in. */
  readonly reason?: string;
};

/** What SQS is given. */
export type Envelope = { MessageBody: string; MessageAttributes: Record<string, MessageAttributeValue> };

/** The part of a received SQS message, in Lambda's spelling, that the envelope is read from. */
export type QueueRecord = {
  readonly body: string;
  readonly attributes: { readonly SentTimestamp: string };
  readonly messageAttributes: Readonly<Record<string, { readonly stringValue?: string } | undefined>>;
};

// SQS bills by 64 KB, and a body up to there is worth more readable in the console than packed.
const longestPlainBody = 64 * 1024;
const longestMessage = 1024 * 1024;
// API Gateway lets no larger body in, so a larger one is not one of ours.
const longestBody = 10 * 1024 * 1024;
// The first lines of a reason are enough to find the cause; SQS counts every byte.
const longestReason = 500;

/** Undefined when the message would be larger than SQS takes. */
export function toEnvelope(webhook: QueuedWebhook): Envelope | undefined {
  const isPlain = webhook.request.body.length <= longestPlainBody && isPlainText(webhook.request.body);
  // Some characters are refused or replaced by SQS; packed, none of them is seen by it.
  const body = isPlain
    ? webhook.request.body.toString('latin1')
    : gzipSync(webhook.request.body, { level: 1 }).toString('base64');
  const attributes = {
    provider: webhook.provider,
    receivedAt: webhook.receivedAt.toISOString(),
    encoding: isPlain ? 'plain' : 'gzip-base64',
    ...headerAttributes(webhook.request),
    ...(webhook.reason !== undefined && { reason: percentEncode(webhook.reason.slice(0, longestReason)) }),
  };
  const size =
    body.length +
    Object.entries(attributes).reduce((sum, [name, value]) => sum + name.length + value.length + 6, 0);
  if (size > longestMessage) return undefined;
  return {
    MessageBody: body,
    MessageAttributes: Object.fromEntries(Object.entries(attributes).map(toAttribute)),
  };
}

/** `topicProvider` is the provider whose events SNS forwards. */
export function readEnvelope(record: QueueRecord, topicProvider: string): QueuedWebhook {
  const attribute = (name: string) => record.messageAttributes[name]?.stringValue;
  const provider = attribute('provider');
  if (!provider) {
    // SNS puts no attributes on what it forwards, so a record without a name came by the topic.
    const receivedAt = new Date(Number(record.attributes.SentTimestamp));
    return { provider: topicProvider, receivedAt, request: { headers: {}, body: Buffer.from(record.body) } };
  }
  const reason = attribute('reason');
  return {
    provider,
    receivedAt: new Date(attribute('receivedAt') ?? Number(record.attributes.SentTimestamp)),
    request: { headers: headersIn(record), body: decodeBody(record.body, attribute('encoding') ?? 'plain') },
    ...(reason !== undefined && { reason: decodeURIComponent(reason) }),
  };
}

function decodeBody(body: string, encoding: string): Buffer {
  if (encoding === 'plain') return Buffer.from(body);
  if (encoding !== 'gzip-base64')
    throw new UnreadableBody('expected the encoding plain or gzip-base64, found another');
  try {
    return gunzipSync(Buffer.from(body, 'base64'), { maxOutputLength: longestBody });
  } catch {
    throw new UnreadableBody('expected a body of gzip in base64, found something else');
  }
}

/** Printable ASCII, tabs and line ends: every description of SQS allows these. */
function isPlainText(body: Buffer): boolean {
  return /^[\t\n\r\x20-\x7e]*$/.test(body.toString('latin1'));
}

const headerPrefix = 'header.';

function headerAttributes(request: WebhookRequest): Record<string, string> {
  const given = Object.entries(request.headers).filter((entry): entry is [string, string] =>
    Boolean(entry[1]),
  );
  return Object.fromEntries(given.map(([name, value]) => [`${headerPrefix}${name}`, percentEncode(value)]));
}

function headersIn(record: QueueRecord): Record<string, string> {
  const carried = Object.entries(record.messageAttributes).filter(([name]) => name.startsWith(headerPrefix));
  return Object.fromEntries(
    carried.map(([name, value]) => [
      name.slice(headerPrefix.length),
      decodeURIComponent(value?.stringValue ?? ''),
    ]),
  );
}

/** Percent-encodes what an attribute might not carry, and leaves everyday text as it is. */
function percentEncode(value: string): string {
  return value.toWellFormed().replace(/[^\x20-\x24\x26-\x7e]/gu, encodeURIComponent);
}

function toAttribute([name, value]: [string, string]): [string, MessageAttributeValue] {
  return [name, { DataType: 'String', StringValue: value }];
}
