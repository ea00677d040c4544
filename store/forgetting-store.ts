import {
  BatchWriteCommand,
  type DynamoDBDocumentClient,
  paginateQuery,
  paginateScan,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { ForgettingStore, MessageRow } from '../app/ports/forgetting.ts';
import type { SuppressionSettings } from '../core/fold-suppression.ts';
import { headsOf, mergeHeads } from '../core/head.ts';
import type { Address } from '../core/ids.ts';
import { redactionMark } from './event-row.ts';
import { keepForgotten } from './forgotten.ts';
import { chunksOf } from './in-flight.ts';
import { eventPrefix } from './keys.ts';
import { packPayload, unpackPayload } from './payload.ts';
import { readAddressRows } from './read-address.ts';
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

export function forgettingStore(deps: Dependencies): ForgettingStore {
  const { client, tables } = deps;
  return {
    settings: deps.settings,
    async ownRows(address) {
      const rows = await readAddressRows(client, tables.addresses, address);
      const entries = rows.flatMap(readEntries);
      const heads = mergeHeads([...rows.filter(isHeadRow).map(readHead), ...headsOf(entries, deps.settings)]);
      return { address, heads, entries, keys: rows.map((row) => String(row['sortKey'])) };
    },
    async keepForgotten(address, causes, facts) {
      const ownKey = await deps.ownKey();
      for (const cause of causes)
        await keepForgotten(client, tables.addresses, { ownKey, address }, cause, {
          ...facts,
          now: deps.now(),
        });
    },
    findRows: (address) => findRows(client, tables.messages, address, deps.onRead),
    async redact(address, messageIds) {
      let count = 0;
      for (const messageId of messageIds)
        count += await redact(client, tables.messages, address, messageId, deps.now());
      return count;
    },
    removeRows: (rows) =>
      removeAll(
        client,
        tables.messages,
        rows.map(({ messageId, sortKey }) => ({ messageId, sortKey })),
      ),
    removeOwnRows: ({ address, keys }) =>
      removeAll(
        client,
        tables.addresses,
        keys.map((sortKey) => ({ address, sortKey })),
      ),
  };
}

/** Scans the table, because the index only has statuses: it would miss an event that has no status row. */
async function findRows(
  client: DynamoDBDocumentClient,
  TableName: string,
  address: Address,
  onRead: (rows: number) => void = () => {},
): Promise<MessageRow[]> {
  const scan = {
    TableName,
    FilterExpression: 'recipient = :address',
    ExpressionAttributeValues: { ':address': address },
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

/** A report about several recipients is stored with the event of each, and its payload names all of them. */
async function redact(
  client: DynamoDBDocumentClient,
  TableName: string,
  address: Address,
  messageId: string,
  now: Date,
): Promise<number> {
  const query = {
    TableName,
    KeyConditionExpression: 'messageId = :messageId AND begins_with(sortKey, :events)',
    ExpressionAttributeValues: { ':messageId': messageId, ':events': eventPrefix },
    ConsistentRead: true,
  };
  let count = 0;
  for await (const { Items = [] } of paginateQuery({ client }, query)) {
    for (const row of Items.filter(({ recipient }) => recipient !== address)) {
      const payload = withoutAddress(row, address);
      if (!payload) continue;
      await client.send(
        new UpdateCommand({
          TableName,
          Key: { messageId, sortKey: row['sortKey'] },
          // The mark tells the audit that the payload no longer says everything that the row says.
          UpdateExpression: `SET payload = :payload, ${redactionMark} = :now`,
          // An update of a row that has expired in the meantime would make a new one.
          ConditionExpression: 'attribute_exists(sortKey)',
          ExpressionAttributeValues: { ':payload': payload, ':now': now.toISOString() },
        }),
      );
      count += 1;
    }
  }
  return count;
}

/** The payload without the address; undefined when it does not contain the address. */
function withoutAddress(row: RowFields, address: Address): Uint8Array | undefined {
  const text = unpackPayload(row);
  // Matches whole addresses only: banana@example.com is not ana@example.com.
  const literal = address.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const redacted = text.replace(new RegExp(`(?<![\\w.+%-])${literal}(?![\\w-])`, 'gi'), 'forgotten');
  return redacted === text ? undefined : packPayload(row, redacted);
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
