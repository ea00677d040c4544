import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  PutCommand,
  type PutCommandInput,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import type { Repair, Repairer } from '../app/ports/audit.ts';
import type { Address } from '../core/ids.ts';
import { labelNames } from '../core/mail-labels.ts';
import { statusTypes } from '../core/precedence.ts';
import type { SuppressionSettings } from '../core/suppression-settings.ts';
import { removeCondensed, writeCondensed } from './condense.ts';
import { eventFields } from './event-row.ts';
import { headRowKey, type MessageRowKey, statusRowKey } from './keys.ts';
import { packPayload, unpackPayload } from './payload.ts';
import { raiseRow } from './raise-row.ts';
import { recordSuppression } from './record-suppression.ts';
import { earlierAttributes, statusAttributes, timeAttribute } from './status-row.ts';
import { unchanged } from './unchanged.ts';

type Tables = { readonly messages: string; readonly addresses: string };
type RepairOf<Type extends Repair['type']> = Extract<Repair, { type: Type }>;

/** Mends rows. Each write is conditional, so that it cannot undo what a consumer has written since the row was read. */
export function auditRepairer(
  client: DynamoDBDocumentClient,
  tables: Tables,
  settings: SuppressionSettings,
): Repairer {
  const condensing = { client, table: tables.addresses, settings };
  return {
    condense: (address) => writeCondensed(condensing, address as Address),
    removeCondensed: (address) => removeCondensed(condensing, address as Address),
    repair(repair) {
      switch (repair.type) {
        case 'event':
          return unlessChanged(client.send(new PutCommand(putEvent(tables.messages, repair))));
        case 'status':
          return unlessChanged(client.send(new UpdateCommand(setStatus(tables.messages, repair))));
        case 'head':
          return raiseHead(client, tables.addresses, repair);
        case 'entry':
          return recordSuppression(
            client,
            tables.addresses,
            repair.entry,
            settings,
            new Date(repair.recordedAt),
          );
      }
    },
  };
}

/** Joins what is missing into the head. A consumer that joins at the same time is not undone. */
async function raiseHead(
  client: DynamoDBDocumentClient,
  table: string,
  { head }: RepairOf<'head'>,
): Promise<boolean> {
  const { repeated } = await raiseRow(
    client,
    table,
    { part: 'head', key: headRowKey(head.latest), head },
    new Date(),
  );
  return !repeated;
}

async function unlessChanged(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

/** Writes the event row again, with the payload, the times and the mark of redaction that it had. */
function putEvent(table: string, { seen, event, expiresAt }: RepairOf<'event'>): PutCommandInput {
  const { messageId, sortKey, receivedAt, storedAt, imported, redactedAt } = seen;
  const kept = Object.fromEntries(
    Object.entries({ messageId, sortKey, receivedAt, storedAt, imported, redactedAt }).filter(
      ([, value]) => value !== undefined,
    ),
  );
  const fields = event ? { ...kept, ...eventFields(event) } : seen;
  // The payload is packed with some fields of its row, so it is packed again when those have changed.
  const payload = event ? packPayload(fields, unpackPayload(seen)) : seen['payload'];
  return {
    TableName: table,
    Item: { ...fields, payload, expiresAt: expiresAt ?? seen['expiresAt'] },
    ...unchanged(seen, ['payload', 'type', 'storedAt', 'expiresAt']),
  };
}

/** Sets every attribute of the status row, and removes times and labels that it should not have. */
function setStatus(table: string, repair: RepairOf<'status'>): UpdateCommandInput {
  const { messageId, recipient, status, firstSeenAt, expiresAt, seen = {} } = repair;
  const fields = { ...statusAttributes(recipient, status), firstSeenAt, expiresAt };
  const names = Object.keys(fields);
  const surplus = [...statusTypes.map(timeAttribute), ...labelNames, ...earlierAttributes].filter(
    (name) => !names.includes(name),
  );
  const Key: MessageRowKey = statusRowKey({ messageId, recipient });
  const condition = unchanged(seen, [...names, ...surplus]);
  return {
    TableName: table,
    Key,
    UpdateExpression: [
      `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}`,
      ...(surplus.length > 0 ? [`REMOVE ${surplus.map((name) => `#${name}`).join(', ')}`] : []),
    ].join(' '),
    ...condition,
    ExpressionAttributeValues: {
      ...condition.ExpressionAttributeValues,
      ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [`:${name}`, value])),
    },
  };
}
