import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { MessagePage, MessagePageQuestion, RecipientHistory, StoredEvent } from '../app/ports/store.ts';
import { decisionOf } from '../core/explain-status.ts';
import type { MessageStatus } from '../core/fold-status.ts';
import { type Address, type MessageId, toAddress } from '../core/ids.ts';
import { readEventRow } from './event-row.ts';
import { eventPrefix, statusPrefix } from './keys.ts';
import { readLongMessage } from './read-long-message.ts';
import type { RowFields } from './row-fields.ts';
import { readStatusRow } from './status-row.ts';

/** A page of a message. One call reads the whole of nearly every message; only a long one is read in parts. */
export async function readMessage(
  client: DynamoDBDocumentClient,
  table: string,
  messageId: MessageId,
  question: MessagePageQuestion,
): Promise<MessagePage | undefined> {
  if (question.isLong) return readLongMessage({ client, table, messageId }, question);
  const { Items: rows = [], LastEvaluatedKey } = await client.send(
    new QueryCommand({
      TableName: table,
      KeyConditionExpression: 'messageId = :messageId',
      ExpressionAttributeValues: { ':messageId': messageId },
      ConsistentRead: true,
    }),
  );
  if (LastEvaluatedKey) return readLongMessage({ client, table, messageId }, question);
  return pageOf(messageId, rows, question);
}

/** Rows are sorted by key, so events are sorted by time. */
function pageOf(
  messageId: MessageId,
  rows: readonly RowFields[],
  { limit, after, only }: MessagePageQuestion,
): MessagePage | undefined {
  const isA = (prefix: string) => (row: RowFields) => String(row['sortKey']).startsWith(prefix);
  const events = rows.filter(isA(eventPrefix)).map(readEventRow);
  const statuses = new Map(
    rows.filter(isA(statusPrefix)).map((row) => [row['recipient'] as Address, readStatusRow(row)]),
  );
  const recipients = recipientsOf(events, statuses);
  const wanted = recipients.filter(({ recipient }) => !only || toAddress(recipient) === only.address);
  if (rows.length === 0 || (only && wanted.length === 0)) return undefined;
  const left = wanted.filter(({ recipient }) => after === undefined || inKeyOrder(recipient, after) > 0);
  const isFirst = after === undefined;
  return {
    messageId,
    recipients: left.slice(0, limit),
    hasMore: left.length > limit,
    withoutStatus: [],
    withoutRecipient: isFirst && !only ? events.filter(({ recipient }) => recipient === undefined) : [],
    ...(isFirst && { counts: countsOf(wanted) }),
    isLong: false,
  };
}

function recipientsOf(
  events: readonly StoredEvent[],
  statuses: ReadonlyMap<Address, MessageStatus>,
): RecipientHistory[] {
  const byRecipient = Map.groupBy(events, ({ recipient }) => recipient);
  const named = [...byRecipient.keys()].filter((recipient) => recipient !== undefined);
  return [...new Set([...statuses.keys(), ...named])].sort(inKeyOrder).map((recipient) => {
    const status = statuses.get(recipient);
    return { recipient, ...(status && { status }), events: byRecipient.get(recipient) ?? [] };
  });
}

function countsOf(recipients: readonly RecipientHistory[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, events } of recipients) {
    const type = decisionOf(status, events)?.type ?? 'none';
    counts[type] = (counts[type] ?? 0) + 1;
  }
  return counts;
}

/** As DynamoDB sorts keys: by bytes. */
function inKeyOrder(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
