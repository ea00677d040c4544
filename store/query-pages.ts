import { type DynamoDBDocumentClient, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import type { RowFields } from './row-fields.ts';

/** The rows of a query, page by page. Reads no more pages than the caller consumes. */
export async function* queryPages(
  client: DynamoDBDocumentClient,
  query: QueryCommandInput,
): AsyncGenerator<RowFields[]> {
  let start = query.ExclusiveStartKey;
  do {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new QueryCommand({ ...query, ...(start && { ExclusiveStartKey: start }) }),
    );
    yield Items;
    start = LastEvaluatedKey;
  } while (start);
}
