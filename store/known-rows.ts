import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { EmailEvent } from '../core/email-event.ts';
import { foldStatus, includesStatus, type MessageStatus } from '../core/fold-status.ts';
import { type Found, lookUp } from './batch-get.ts';
import { eventRowKey, rowName, statusRowKey, suppressionRowKey } from './keys.ts';
import { readStatusRow } from './status-row.ts';
import type { Write } from './store.ts';

/** What a look has shown of the rows that are about to be written. */
export type KnownRows = {
  /** By row name; undefined where there is no row, and not in it where that is not known. */
  readonly statuses: ReadonlyMap<string, MessageStatus | undefined>;
  /** Rows of events and evidence that were looked for. */
  readonly others: Found;
};

type Tables = { readonly table: string; readonly addressesTable: string };

/** Looks at statuses always, at events and evidence only when the status says that they are probably there. */
export async function lookBeforeWriting(
  client: DynamoDBDocumentClient,
  { table, addressesTable }: Tables,
  writes: readonly Write[],
  isTimeUp: () => boolean,
): Promise<KnownRows> {
  const keys = writes.flatMap((write) => (write.type === 'status' ? [statusRowKey(write.key)] : []));
  const statusRows = await lookUp(client, { table, keys }, isTimeUp);
  const statuses = new Map([...statusRows].map(([name, row]) => [name, row && readStatusRow(row)]));
  const { events, entries } = probableRepeats(writes, statuses);
  const found = await Promise.all([
    lookUp(
      client,
      { table, keys: events.map(eventRowKey), projection: 'messageId, sortKey, expiresAt' },
      isTimeUp,
    ),
    lookUp(
      client,
      { table: addressesTable, keys: entries.map(suppressionRowKey), projection: 'address, sortKey' },
      isTimeUp,
    ),
  ]);
  return { statuses, others: new Map(found.flatMap((rows) => [...rows])) };
}

/** Events that their status has heard of already, and the evidence that they are. */
function probableRepeats(writes: readonly Write[], statuses: KnownRows['statuses']) {
  if (![...statuses.values()].some(Boolean)) return { events: [], entries: [] };
  const events = writes
    .flatMap((write) => (write.type === 'event' ? [write.event] : []))
    .filter((event) => isProbablyThere(event, statuses));
  const ids = new Set<string>(events.map(({ id }) => id));
  const entries = writes.flatMap((write) =>
    write.type === 'suppression' && ids.has(write.entry.id) ? [write.entry] : [],
  );
  return { events, entries };
}

function isProbablyThere(event: EmailEvent, statuses: KnownRows['statuses']): boolean {
  const { messageId, recipient } = event;
  const status = recipient && statuses.get(rowName(statusRowKey({ messageId, recipient })));
  const own = status && foldStatus(undefined, event);
  return Boolean(own && includesStatus(status, own));
}
