import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import type { EventArchive, StoredFacts } from '../app/ports/lake.ts';
import { eventPrefix } from './keys.ts';
import type { RowFields } from './row-fields.ts';
import { readFacts, type ServerFields } from './stored-facts.ts';

/** All events of the messages table. A scan, because the events of a time are spread over all messages. */
export function eventArchive(
  client: DynamoDBDocumentClient,
  TableName: string,
  serverFields: ServerFields,
): EventArchive {
  return {
    async *events(since, on) {
      const scan = {
        TableName,
        FilterExpression: `begins_with(sortKey, :events)${since === undefined ? '' : ' AND storedAt >= :since'}`,
        ExpressionAttributeValues: {
          ':events': eventPrefix,
          ...(since !== undefined && { ':since': since }),
        },
      };
      for await (const { Items = [], ScannedCount = 0 } of paginateScan({ client }, scan)) {
        for (const row of Items) {
          const facts = factsOrNothing(row, serverFields);
          if (facts) yield facts;
          else on.unreadable();
        }
        on.read(ScannedCount);
      }
    },
  };
}

function factsOrNothing(row: RowFields, serverFields: ServerFields): StoredFacts | undefined {
  try {
    return readFacts(row, serverFields);
  } catch {
    return undefined;
  }
}
