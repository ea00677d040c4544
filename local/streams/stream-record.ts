import type { _Record as StoredRecord } from '@aws-sdk/client-dynamodb-streams';
import { region } from '../clients.ts';

/** A record as Lambda passes it to a function. */
export type StreamRecord = {
  readonly eventID: string;
  readonly eventName: string;
  readonly eventVersion: string;
  readonly eventSource: 'aws:dynamodb';
  readonly awsRegion: string;
  readonly eventSourceARN: string;
  readonly userIdentity?: { readonly type: string; readonly principalId: string };
  readonly dynamodb: {
    /** In seconds. DynamoDB Local cuts them off at the minute. */
    readonly ApproximateCreationDateTime: number;
    readonly Keys: unknown;
    readonly NewImage?: unknown;
    readonly OldImage?: unknown;
    readonly SequenceNumber: string;
    readonly SizeBytes: number;
    readonly StreamViewType: string;
  };
};

/** DynamoDB Local names a region of its own and no stream, and its client decodes times and bytes. */
export function toStreamRecord(stored: StoredRecord, streamArn: string): StreamRecord {
  const { eventID = '', eventName = '', eventVersion = '1.1', dynamodb = {} } = stored;
  // What DynamoDB Local deletes because it has expired is an event without a name.
  const isExpiry = !['INSERT', 'MODIFY', 'REMOVE'].includes(eventName);
  return {
    eventID: eventID.replaceAll('-', ''),
    eventName: isExpiry ? 'REMOVE' : eventName,
    eventVersion,
    eventSource: 'aws:dynamodb',
    awsRegion: region,
    ...(isExpiry && { userIdentity: { type: 'Service', principalId: 'dynamodb.amazonaws.com' } }),
    dynamodb: {
      ApproximateCreationDateTime: (dynamodb.ApproximateCreationDateTime?.getTime() ?? 0) / 1_000,
      Keys: asJson(dynamodb.Keys),
      ...(dynamodb.NewImage && { NewImage: asJson(dynamodb.NewImage) }),
      ...(dynamodb.OldImage && { OldImage: asJson(dynamodb.OldImage) }),
      SequenceNumber: dynamodb.SequenceNumber ?? '',
      SizeBytes: dynamodb.SizeBytes ?? 0,
      StreamViewType: dynamodb.StreamViewType ?? '',
    },
    eventSourceARN: streamArn,
  };
}

/** Attribute values as they are in JSON, where bytes are base64. */
function asJson(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(asJson);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, asJson(inner)]));
}
