import {
  BatchWriteCommand,
  type DynamoDBDocumentClient,
  PutCommand,
  paginateScan,
} from '@aws-sdk/lib-dynamodb';
import type { AddressKeys, ForgettingStore, MessageRow } from '../app/ports/forgetting.ts';
import type { SuppressionSettings } from '../core/fold-suppression.ts';
import { headsOf, mergeHeads } from '../core/head.ts';
import { forgottenRow } from './forgotten.ts';
import { chunksOf, inFlight } from './in-flight.ts';
import { eventPrefix } from './keys.ts';
import { readAddressRows } from './read-address.ts';
import { redactMessage } from './redact-message.ts';
import { removeUnchanged } from './remove-unchanged.ts';
import type { RowFields } from './row-fields.ts';
import { isHeadRow, readEntries, readHead } from './suppression-row.ts';

type Dependencies = {
  readonly client: DynamoDBDocumentClient;
  readonly tables: { readonly messages: string; readonly addresses: string };
  readonly settings: SuppressionSettings;
  readonly ownKey: () => Promise<string>;
  readonly now: () => Date;
  /** Called with the number of rows that the search has just read. */
  readonly onRead?: (rows: number) => void;
};

/** The maximum of DynamoDB per call. */
const maxDeletes = 25;
const deletesInFlight = 16;

export function forgettingStore(deps: Dependencies): ForgettingStore {
  const { client, tables } = deps;
  return {
    settings: deps.settings,
    async ownRows(keys) {
      const pages = await Promise.all(keys.map((key) => readAddressRows(client, tables.addresses, key)));
      const seen = pages.flat();
      const entries = seen.flatMap(readEntries);
      const heads = mergeHeads([...seen.filter(isHeadRow).map(readHead), ...headsOf(entries, deps.settings)]);
      return { heads, entries, seen };
    },
    async keepForgotten(address, remnants, facts) {
      if (remnants.length === 0) return;
      const kept = { ...facts, address, ownKey: await deps.ownKey(), now: deps.now() };
      for (const remnant of remnants)
        await client.send(new PutCommand({ TableName: tables.addresses, Item: forgottenRow(remnant, kept) }));
    },
    findRows: (keys) => findRows(client, tables.messages, keys, deps.onRead),
    async redact(keys, messageIds) {
      let count = 0;
      for (const messageId of messageIds)
        count += await redactMessage({ client, table: tables.messages }, keys, messageId, deps.now());
      return count;
    },
    removeRows: (rows) =>
      removeAll(
        client,
        tables.messages,
        rows.map(({ messageId, sortKey }) => ({ messageId, sortKey })),
      ),
    removeOwnRows: ({ seen }) =>
      inFlight(seen, deletesInFlight, async (row) => {
        await removeUnchanged(client, tables.addresses, row);
      }),
  };
}

/** Scans the table, because the index only has statuses: it would miss an event that has no status row. */
async function findRows(
  client: DynamoDBDocumentClient,
  TableName: string,
  keys: AddressKeys,
  onRead: (rows: number) => void = () => {},
): Promise<MessageRow[]> {
  const values = keys.map((key, index) => [`:key${index}`, key] as const);
  const scan = {
    TableName,
    FilterExpression: `recipient IN (${values.map(([name]) => name).join(', ')})`,
    ExpressionAttributeValues: Object.fromEntries(values),
    ProjectionExpression: 'messageId, sortKey',
    ConsistentRead: true,
  };
  const found: MessageRow[] = [];
  for await (const { Items = [], ScannedCount = 0 } of paginateScan({ client }, scan)) {
    for (const row of Items) {
      const sortKey = String(row['sortKey']);
      const kind = sortKey.startsWith(eventPrefix) ? 'event' : 'status';
      found.push({ kind, messageId: String(row['messageId']), sortKey });
    }
    onRead(ScannedCount);
  }
  return found;
}

async function removeAll(
  client: DynamoDBDocumentClient,
  table: string,
  keys: readonly RowFields[],
): Promise<void> {
  type Request = { DeleteRequest?: { Key: RowFields | undefined } };
  for (const chunk of chunksOf(keys, maxDeletes)) {
    let requests: Request[] = chunk.map((Key) => ({ DeleteRequest: { Key } }));
    while (requests.length > 0) {
      const { UnprocessedItems } = await client.send(
        new BatchWriteCommand({ RequestItems: { [table]: requests } }),
      );
      requests = UnprocessedItems?.[table] ?? [];
    }
  }
}
