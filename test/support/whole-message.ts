import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { MessagePage } from '../../app/ports/store.ts';
import type { MessageId } from '../../core/ids.ts';
import { readMessage } from '../../store/read-message.ts';

/** All recipients and events of a message; undefined when there are none. */
export function wholeMessage(
  client: DynamoDBDocumentClient,
  table: string,
  messageId: string,
): Promise<MessagePage | undefined> {
  const everything = {
    limit: Number.POSITIVE_INFINITY,
    events: Number.POSITIVE_INFINITY,
    hasTime: () => true,
  };
  return readMessage(client, table, messageId as MessageId, everything);
}
