import { CreateTableCommand, type DynamoDBClient, type KeySchemaElement } from '@aws-sdk/client-dynamodb';

export const tableNames = {
  messages: 'bench-messages',
  addresses: 'bench-addresses',
  /** For the contender that uses Powertools. */
  idempotency: 'bench-idempotency',
};

/** Suffix of the tables on which the capacity meter repeats writes. */
export const twin = '-twin';

type Key = readonly [partition: string, sort?: string];
type Shape = { readonly name: string; readonly key: Key; readonly index?: { name: string; key: Key } };

/** The tables of lib/event-store.ts with their indexes, without the stream, which costs no write units. */
const shapes: readonly Shape[] = [
  {
    name: tableNames.messages,
    key: ['messageId', 'sortKey'],
    index: { name: 'byRecipient', key: ['recipient', 'firstSeenAt'] },
  },
  {
    name: tableNames.addresses,
    key: ['address', 'sortKey'],
    index: { name: 'byCause', key: ['cause', 'occurredAt'] },
  },
  { name: tableNames.idempotency, key: ['id'] },
];

export async function createBenchTables(client: DynamoDBClient, suffix = ''): Promise<void> {
  for (const { name, key, index } of shapes)
    await client.send(
      new CreateTableCommand({
        TableName: name + suffix,
        BillingMode: 'PAY_PER_REQUEST',
        KeySchema: keySchema(key),
        AttributeDefinitions: [...key, ...(index?.key ?? [])].map((each) => ({
          AttributeName: each,
          AttributeType: 'S',
        })),
        ...(index && {
          GlobalSecondaryIndexes: [
            {
              IndexName: index.name,
              KeySchema: keySchema(index.key),
              Projection: { ProjectionType: 'KEYS_ONLY' },
            },
          ],
        }),
      }),
    );
}

function keySchema([partition, sort]: Key): KeySchemaElement[] {
  return [
    { AttributeName: partition, KeyType: 'HASH' },
    ...(sort === undefined ? [] : [{ AttributeName: sort, KeyType: 'RANGE' as const }]),
  ];
}
