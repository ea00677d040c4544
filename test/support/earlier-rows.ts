import { BatchWriteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { SuppressionEntry } from '../../core/suppression.ts';
import { chunksOf, inFlight } from '../../store/in-flight.ts';
import { legacyRowKey } from '../../store/keys.ts';

/** Writes suppression entries as an earlier version did: one row for each. */
export async function storeEarlierRows(
  client: DynamoDBDocumentClient,
  table: string,
  entries: readonly SuppressionEntry[],
): Promise<void> {
  const rows = entries.map((entry) => {
    const { type, ...fields } = entry;
    return { ...legacyRowKey(entry), kind: type, ...fields, recordedAt: entry.occurredAt };
  });
  await inFlight(chunksOf(rows, 25), 8, async (chunk) => {
    const requests = chunk.map((Item) => ({ PutRequest: { Item } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [table]: requests } }));
  });
}
