import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { EmailEvent } from '../core/email-event.ts';
import { readRows } from './batch-get.ts';
import { isOwnRow } from './event-row.ts';
import { eventRowKey, secondEventRowKey } from './keys.ts';
import { unpackPayload } from './payload.ts';

/** The payload of an event as JSON; undefined when the event is not stored, or was removed. */
export async function readPayload(
  client: DynamoDBDocumentClient,
  table: string,
  event: Pick<EmailEvent, 'messageId' | 'occurredAt' | 'id' | 'provider'>,
): Promise<string | undefined> {
  const keys = [eventRowKey(event), secondEventRowKey(event)];
  const rows = await readRows(client, { table, keys });
  const row = [...rows.values()].find((each) => each && isOwnRow(each, event));
  return row && unpackPayload(row);
}
