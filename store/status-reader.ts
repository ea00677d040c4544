import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { StatusReader } from '../app/ports/compare.ts';
import type { Address } from '../core/ids.ts';
import { readRows } from './batch-get.ts';
import { rowName, statusPrefix, statusRowKey } from './keys.ts';
import { readStatusRow } from './status-row.ts';

export function statusReader(client: DynamoDBDocumentClient, table: string): StatusReader {
  return {
    async statusesOf(questions) {
      const keys = questions.map(statusRowKey);
      const found = await readRows(client, { table, keys });
      return keys.map((key) => {
        const row = found.get(rowName(key));
        return row && readStatusRow(row);
      });
    },
    async recipientsOf(messageId) {
      const query = {
        TableName: table,
        KeyConditionExpression: 'messageId = :messageId AND begins_with(sortKey, :statuses)',
        ExpressionAttributeValues: { ':messageId': messageId, ':statuses': statusPrefix },
        ConsistentRead: true,
      };
      const found: { recipient: Address; status: ReturnType<typeof readStatusRow> }[] = [];
      for await (const { Items = [] } of paginateQuery({ client }, query))
        for (const row of Items)
          found.push({ recipient: row['recipient'] as Address, status: readStatusRow(row) });
      return found;
    },
  };
}
