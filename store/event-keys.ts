import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import { inFlight } from './in-flight.ts';
import { eventPrefix, type MessageRowKey } from './keys.ts';

/** The keys of all event rows of some messages, read a few messages at a time. */
export async function readEventKeys(
  client: DynamoDBDocumentClient,
  table: string,
  messageIds: readonly string[],
  onMessage: () => void,
): Promise<MessageRowKey[]> {
  const keys: MessageRowKey[] = [];
  await inFlight(messageIds, 16, async (messageId) => {
    const query = {
      TableName: table,
      KeyConditionExpression: 'messageId = :messageId AND begins_with(sortKey, :events)',
      ExpressionAttributeValues: { ':messageId': messageId, ':events': eventPrefix },
      ProjectionExpression: 'messageId, sortKey',
      ConsistentRead: true,
    };
    for await (const { Items = [] } of paginateQuery({ client }, query))
      keys.push(...(Items as MessageRowKey[]));
    onMessage();
  });
  return keys;
}
