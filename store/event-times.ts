import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { EmailEvent } from '../core/email-event.ts';
import type { MessageId } from '../core/ids.ts';
import { eventPrefix, readEventSortKey } from './keys.ts';
import { queryPages } from './query-pages.ts';

/** The time under which an event is stored. */
export type EventTime = Pick<EmailEvent, 'id' | 'provider' | 'occurredAt'>;

/** The times of all events of a message, earliest first. */
export async function readEventTimes(
  client: DynamoDBDocumentClient,
  table: string,
  messageId: MessageId,
): Promise<EventTime[]> {
  const times: EventTime[] = [];
  const query = {
    TableName: table,
    KeyConditionExpression: 'messageId = :messageId AND begins_with(sortKey, :events)',
    ExpressionAttributeValues: { ':messageId': messageId, ':events': eventPrefix },
    ProjectionExpression: 'sortKey, provider',
    ConsistentRead: true,
  };
  for await (const rows of queryPages(client, query))
    for (const row of rows)
      times.push({ ...readEventSortKey(String(row['sortKey'])), provider: String(row['provider']) });
  return times;
}
