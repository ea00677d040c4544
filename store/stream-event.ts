import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { LiveEvent } from '../app/ports/live.ts';
import type { EventType } from '../core/email-event.ts';
import { eventPrefix, rowIsNew } from './event-prefix.ts';
import { readEventSortKey } from './keys.ts';

/** A new event, as read from the table's stream. */
export type StreamEvent = LiveEvent;

/** A row as the stream has it. */
export type RowImage = Readonly<Record<string, AttributeValue>>;

/** What is read of a record of the table's stream. The SDK and Lambda spell the fields alike. */
export type StreamRecord = {
  readonly eventID?: string;
  readonly eventName?: string;
  readonly dynamodb?: { readonly SequenceNumber?: string; readonly NewImage?: RowImage };
};

/** A new event row appears in the stream exactly once; undefined for every other change. */
export function newEventRow({ eventName, dynamodb }: StreamRecord): RowImage | undefined {
  const row = dynamodb?.NewImage;
  return eventName === rowIsNew && row?.['sortKey']?.S?.startsWith(eventPrefix) ? row : undefined;
}

export function streamEvent(record: StreamRecord): StreamEvent | undefined {
  const row = newEventRow(record);
  if (!row) return undefined;
  const text = (name: string) => row[name]?.S;
  const recipient = text('recipient');
  return {
    ...readEventSortKey(text('sortKey') ?? ''),
    provider: text('provider') ?? 'unknown',
    type: (text('type') ?? 'unknown') as EventType,
    messageId: text('messageId') ?? '',
    storedAt: text('storedAt') ?? '',
    ...(recipient !== undefined && { recipient }),
    ...(row['imported']?.BOOL && { imported: true as const }),
  };
}
