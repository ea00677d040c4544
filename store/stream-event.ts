import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { eventPrefix, readEventSortKey } from './keys.ts';

/** A new event, as read from the table's stream. */
export type StreamEvent = {
  readonly id: string;
  readonly provider: string;
  readonly type: string;
  /** Absent when the provider does not name a recipient. */
  readonly recipient?: string;
  readonly messageId: string;
  readonly occurredAt: string;
  readonly storedAt: string;
  /** A person imported it as something that happened in the past. */
  readonly imported?: true;
};

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
    type: text('type') ?? 'unknown',
    messageId: text('messageId') ?? '',
    storedAt: text('storedAt') ?? '',
    ...(recipient !== undefined && { recipient }),
    ...(dynamodb?.NewImage?.['imported']?.BOOL && { imported: true as const }),
  };
}
