import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { MessageHistory } from '../app/ports/store.ts';
import type { Address, MessageId } from '../core/ids.ts';
import { readEventRow } from './event-row.ts';
import { eventPrefix, statusPrefix } from './keys.ts';
import type { RowFields } from './row-fields.ts';
import { readStatusRow } from './status-row.ts';

/** All events and statuses of a message; undefined when there are none. */
export async function readMessage(
  client: DynamoDBDocumentClient,
  table: string,
  messageId: string,
): Promise<MessageHistory | undefined> {
  const query = {
    TableName: table,
    KeyConditionExpression: 'messageId = :messageId',
    ExpressionAttributeValues: { ':messageId': messageId },
    ConsistentRead: true,
  };
  const rows: RowFields[] = [];
  for await (const page of paginateQuery({ client }, query)) rows.push(...(page.Items ?? []));
  return rows.length > 0 ? historyOf(messageId as MessageId, rows) : undefined;
}

/** Rows are sorted by key, so events are sorted by time. */
function historyOf(messageId: MessageId, rows: readonly RowFields[]): MessageHistory {
  const events = rows.filter((row) => String(row['sortKey']).startsWith(eventPrefix)).map(readEventRow);
  const statuses = new Map(
    rows
      .filter((row) => String(row['sortKey']).startsWith(statusPrefix))
      .map((row) => [row['recipient'] as Address, readStatusRow(row)]),
  );
  const named = events.flatMap((event) => event.recipient ?? []);
  const recipients = [...new Set([...statuses.keys(), ...named])].sort();
  return {
    messageId,
    recipients: recipients.map((recipient) => {
      const status = statuses.get(recipient);
      return {
        recipient,
        ...(status && { status }),
        events: events.filter((event) => event.recipient === recipient),
      };
    }),
    withoutRecipient: events.filter((event) => event.recipient === undefined),
  };
}
