import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { EmailEvent } from '../core/email-event.ts';
import { foldStatus, includesStatus, type MessageStatus } from '../core/fold-status.ts';
import { type Found, type Patience, tryReadRows } from './batch-get.ts';
import { type AddressRowKey, eventRowKey, headRowKey, rowName, statusRowKey } from './keys.ts';
import { readStatusRow } from './status-row.ts';
import type { Write } from './store.ts';

/** Existing rows, read before a batch is written. */
export type KnownRows = {
  /** By row name: undefined when there is no row, absent when that is not known. */
  readonly statuses: ReadonlyMap<string, MessageStatus | undefined>;
  /** Rows of events and suppression entries that were read. */
  readonly others: Found;
};

type Tables = { readonly table: string; readonly addressesTable: string };

/** Always reads statuses and suppressions. Reads events only if the status shows that they probably exist. */
export async function readKnownRows(
  client: DynamoDBDocumentClient,
  { table, addressesTable }: Tables,
  writes: readonly Write[],
  patience: Patience,
): Promise<KnownRows> {
  const keys = writes.flatMap((write) => (write.type === 'status' ? [statusRowKey(write.key)] : []));
  const statusRows = await tryReadRows(client, { table, keys }, patience);
  const statuses = new Map([...statusRows].map(([name, row]) => [name, row && readStatusRow(row)]));
  const events = probableRepeats(writes, statuses);
  const found = await Promise.all([
    tryReadRows(
      client,
      { table, keys: events.map(eventRowKey), projection: 'messageId, sortKey, expiresAt, provider' },
      patience,
    ),
    tryReadRows(client, { table: addressesTable, keys: suppressionKeys(writes) }, patience),
  ]);
  return { statuses, others: new Map(found.flatMap((rows) => [...rows])) };
}

/** Events that the stored status already includes. */
function probableRepeats(writes: readonly Write[], statuses: KnownRows['statuses']): EmailEvent[] {
  if (![...statuses.values()].some(Boolean)) return [];
  return writes
    .flatMap((write) => (write.type === 'event' ? [write.event] : []))
    .filter((event) => isProbablyStored(event, statuses));
}

/** Of soft bounces the head, which is written last. */
function suppressionKeys(writes: readonly Write[]): AddressRowKey[] {
  return writes.flatMap((write) => {
    if (write.type !== 'suppression') return [];
    const { row } = write;
    return row.part === 'soft' ? row.bounces.slice(0, 1).map(headRowKey) : [row.key];
  });
}

function isProbablyStored(event: EmailEvent, statuses: KnownRows['statuses']): boolean {
  const { messageId, recipient } = event;
  const status = recipient && statuses.get(rowName(statusRowKey({ messageId, recipient })));
  const own = status && foldStatus(undefined, event);
  return Boolean(own && includesStatus(status, own));
}
