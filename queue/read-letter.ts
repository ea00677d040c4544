import type { Message } from '@aws-sdk/client-sqs';
import type { DeadLetter } from '../app/ports/dead-letters.ts';
import type { Normalizer } from '../providers/provider.ts';
import { type QueuedWebhook, readEnvelope } from './envelope.ts';

/** Stands for the provider of a letter that cannot be read. */
export const unknownSender = 'unknown';

/** SNS adds these to a message that it could not deliver. */
const notesOfSns = ['RequestID', 'ErrorCode', 'ErrorMessage'];

export function isNoteOfSns(attribute: string): boolean {
  return notesOfSns.includes(attribute);
}

/** Reads as much of a dead letter as possible. An unreadable one is still listed. */
export function readLetter(
  message: Message,
  topicProvider: string,
  normalizerOf: (provider: string) => Normalizer | undefined,
): DeadLetter {
  const sentAt = Number(message.Attributes?.SentTimestamp ?? 0);
  // Not how often it was delivered: SQS counts every look at the dead letters, too.
  const facts = { id: message.MessageId ?? '', sentAt: new Date(sentAt) };
  const attributes = Object.entries(message.MessageAttributes ?? {});
  try {
    const record = {
      body: message.Body ?? '',
      attributes: { SentTimestamp: String(sentAt) },
      messageAttributes: Object.fromEntries(
        attributes.map(([name, { StringValue }]) => [name, { stringValue: StringValue ?? '' }]),
      ),
    };
    const webhook = readEnvelope(record, topicProvider);
    const { provider, request } = webhook;
    const reason = webhook.reason ?? failureOfSns(message) ?? currentReason(webhook, normalizerOf);
    return { ...facts, provider, reason, headers: request.headers, body: request.body.toString() };
  } catch (error) {
    const body = message.Body ?? '';
    return { ...facts, provider: unknownSender, reason: messageOf(error), headers: {}, body };
  }
}

function failureOfSns({ MessageAttributes }: Message): string | undefined {
  const noted = [MessageAttributes?.['ErrorCode'], MessageAttributes?.['ErrorMessage']];
  const words = noted.flatMap((note) => note?.StringValue ?? []);
  return words.length === 0 ? undefined : `SNS could not deliver it: ${words.join(', ')}`;
}

/** Reads the letter again with the current code, to find out why it fails. */
function currentReason(
  { provider, request, receivedAt }: QueuedWebhook,
  normalizerOf: (provider: string) => Normalizer | undefined,
): string {
  const normalizer = normalizerOf(provider);
  if (!normalizer) return 'no provider has this name';
  try {
    const { unreadable } = normalizer.normalize(request, receivedAt);
    return unreadable[0]?.reason ?? 'the event can be read, so storing it failed';
  } catch (error) {
    return messageOf(error);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
