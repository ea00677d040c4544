import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { LiveEvent } from '../app/ports/live.ts';
import type { EventType } from '../core/email-event.ts';
import { eventPrefix, readEventSortKey } from './keys.ts';

/** A new event, as read from the table's stream. */
export type StreamEvent = LiveEvent;

/** The fields of a stream record that are read here. The SDK and Lambda spell them alike. */
type StreamRecord = {
  readonly eventName?: string;
  readonly dynamodb?: { readonly NewImage?: Readonly<Record<string, AttributeValue>> };
};

/** A new event row appears in the stream exactly once; undefined for every other change. */
export function streamEvent({ eventName, dynamodb }: StreamRecord): StreamEvent | undefined {
  const text = (name: string) => dynamodb?.NewImage?.[name]?.S;
  const sortKey = text('sortKey') ?? '';
  if (eventName !== 'INSERT' || !sortKey.startsWith(eventPrefix)) return undefined;
  const recipient = text('recipient');
  return {
    ...readEventSortKey(sortKey),
    provider: text('provider') ?? 'unknown',
    type: (text('type') ?? 'unknown') as EventType,
    messageId: text('messageId') ?? '',
    storedAt: text('storedAt') ?? '',
    ...(recipient !== undefined && { recipient }),
    ...(dynamodb?.NewImage?.['imported']?.BOOL && { imported: true as const }),
  };
}
