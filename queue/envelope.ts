import { gunzipSync, gzipSync } from 'node:zlib';
import type { MessageAttributeValue } from '@aws-sdk/client-sqs';
import { UnreadableBody, type WebhookRequest } from '../providers/provider.ts';

/** A webhook in the events queue. */
export type QueuedWebhook = {
  readonly provider: string;
  readonly receivedAt: Date;
  readonly request: WebhookRequest;
  /** Why this event was split off from its batch; absent for an ordinary webhook. */
  readonly reason?: string;
  /** Not from the provider now: a person imported what happened in the past. */
  readonly imported?: true;
};

/** The part of a SendMessage request that depends on the webhook. */
export type Envelope = { MessageBody: string; MessageAttributes: Record<string, MessageAttributeValue> };

/** The fields of a received SQS message that the envelope is read from, in Lambda's spelling. */
export type QueueRecord = {
  readonly body: string;
  readonly attributes: { readonly SentTimestamp: string };
  readonly messageAttributes: Readonly<Record<string, { readonly stringValue?: string } | undefined>>;
};

// SQS charges per 64 KB, so compressing a smaller body would save nothing, and a plain one is readable in the console.
const maxPlainBytes = 64 * 1024;
const maxMessageBytes = 1024 * 1024;
// Lambda accepts no larger request, so a larger body cannot come from the receiver.
const maxBodyBytes = 6 * 1024 * 1024;
// The start of a reason is enough to find the cause.
const maxReasonLength = 500;

/** Undefined when the message would be too large for SQS or for `readEnvelope`. */
export function toEnvelope(webhook: QueuedWebhook): Envelope | undefined {
  if (webhook.request.body.length > maxBodyBytes) return undefined;
  const isPlain = webhook.request.body.length <= maxPlainBytes && isPlainText(webhook.request.body);
  // SQS refuses or replaces some characters. Base64 contains none of them.
  const body = isPlain
    ? webhook.request.body.toString('latin1')
    : gzipSync(webhook.request.body, { level: 1 }).toString('base64');
  const attributes = {
    provider: webhook.provider,
    receivedAt: webhook.receivedAt.toISOString(),
    encoding: isPlain ? 'plain' : 'gzip-base64',
    ...headerAttributes(webhook.request),
    ...(webhook.reason !== undefined && { reason: percentEncode(webhook.reason.slice(0, maxReasonLength)) }),
    ...(webhook.imported && { imported: 'true' }),
  };
  const size =
    body.length +
    Object.entries(attributes).reduce((sum, [name, value]) => sum + name.length + value.length + 6, 0);
  if (size > maxMessageBytes) return undefined;
  return {
    MessageBody: body,
    MessageAttributes: Object.fromEntries(Object.entries(attributes).map(toAttribute)),
  };
}

/** The size of the body, without unpacking it: gzip has it at its end. */
export function bodySizeOf({ body, messageAttributes }: QueueRecord): number {
  if (messageAttributes['encoding']?.stringValue !== 'gzip-base64') return body.length;
  const end = Buffer.from(body.slice(-8), 'base64');
  return end.length < 4 ? 0 : end.readUInt32LE(end.length - 4);
}

/** `topicProvider` is the provider whose events SNS forwards. */
export function readEnvelope(record: QueueRecord, topicProvider: string): QueuedWebhook {
  const attribute = (name: string) => record.messageAttributes[name]?.stringValue;
  const provider = attribute('provider');
  if (!provider) {
    // SNS adds no message attributes, so a record without a provider came through the topic.
    const receivedAt = new Date(snsTimeIn(record.body) ?? Number(record.attributes.SentTimestamp));
    return { provider: topicProvider, receivedAt, request: { headers: {}, body: Buffer.from(record.body) } };
  }
  const reason = attribute('reason');
  return {
    provider,
    receivedAt: new Date(attribute('receivedAt') ?? Number(record.attributes.SentTimestamp)),
    request: { headers: headersIn(record), body: decodeBody(record.body, attribute('encoding') ?? 'plain') },
    ...(reason !== undefined && { reason: decodeURIComponent(reason) }),
    ...(attribute('imported') === 'true' && { imported: true as const }),
  };
}

/**
 * When SNS got the message. Without it (raw message delivery), the time of the queue is used, which begins anew when a dead
 * letter is redriven. In the report inside, quotation marks are escaped, so this finds the field of SNS.
 */
function snsTimeIn(body: string): string | undefined {
  return /"Timestamp"\s*:\s*"(\d{4}-\d\d-\d\dT[\d:.]+Z)"/.exec(body)?.[1];
}

function decodeBody(body: string, encoding: string): Buffer {
  if (encoding === 'plain') return Buffer.from(body);
  if (encoding !== 'gzip-base64')
    throw new UnreadableBody(`expected the encoding plain or gzip-base64, found ${JSON.stringify(encoding)}`);
  try {
    return gunzipSync(Buffer.from(body, 'base64'), { maxOutputLength: maxBodyBytes });
  } catch {
    throw new UnreadableBody(
      'expected a body of gzip in base64; it cannot be unpacked, or is larger than a body may be',
    );
  }
}

/** Printable ASCII, tabs and line breaks. The AWS documents disagree on other characters. */
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

/** Encodes characters that an attribute may not contain, and keeps printable ASCII except `%` readable. */
function percentEncode(value: string): string {
  return value.toWellFormed().replace(/[^\x20-\x24\x26-\x7e]/gu, encodeURIComponent);
}

function toAttribute([name, value]: [string, string]): [string, MessageAttributeValue] {
  return [name, { DataType: 'String', StringValue: value }];
}
