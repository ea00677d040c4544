import { gunzipSync, gzipSync } from 'node:zlib';
import type { PutCommandInput } from '@aws-sdk/lib-dynamodb';
import type { EmailEvent } from '../events/email-event.ts';
import { eventRowKey, readEventSortKey } from './keys.ts';

/** When the receiver, or SNS, took the event in. */
export type Arrival = { readonly receivedAt: Date };

/** An event as it was stored. */
export type StoredEvent = EmailEvent & { readonly receivedAt: string; readonly storedAt: string };

export type EventRowTimes = { readonly now: Date; readonly windowDays: number };

/**
 * The row is the record and the dedupe mark in one: whoever writes it first counts the event. DynamoDB deletes
 * expired rows late, up to days, so an expired one counts as absent.
 */
export function putEventIfNew(
  table: string,
  event: EmailEvent,
  arrival: Arrival,
  times: EventRowTimes,
): PutCommandInput {
  const nowSeconds = Math.floor(times.now.getTime() / 1000);
  const { id, messageId, occurredAt, payload, ...readable } = event;
  return {
    TableName: table,
    Item: {
      ...eventRowKey({ id, messageId, occurredAt }),
      ...withoutEmpty(readable),
      receivedAt: arrival.receivedAt.toISOString(),
      storedAt: times.now.toISOString(),
      expiresAt: nowSeconds + times.windowDays * 86_400,
      // Packed, an ordinary event stays within 1 KB, and so within one write unit.
      payload: gzipSync(JSON.stringify(payload)),
    },
    ConditionExpression: 'attribute_not_exists(sortKey) OR expiresAt < :now',
    ExpressionAttributeValues: { ':now': nowSeconds },
  };
}

export function readEventRow(row: Record<string, unknown>): StoredEvent {
  const { sortKey, payload, expiresAt: _, ...readable } = row;
  return {
    ...readable,
    ...readEventSortKey(String(sortKey)),
    payload: JSON.parse(gunzipSync(payload as Uint8Array).toString()),
  } as StoredEvent;
}

function withoutEmpty(fields: object): object {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  );
}
