import { CreateTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';

export const tableNames = {
  messages: 'bench-messages',
  addresses: 'bench-addresses',
  /** Of the contender that uses Powertools. */
  idempotency: 'bench-idempotency',
};

/** Added to the names of the tables on which a meter repeats what it cannot measure. */
export const twin = '-twin';

/** The tables as lib/event-store.ts has them, indexes included; their stream costs no write units and is left out. */
export async function createBenchTables(client: DynamoDBClient, suffix = ''): Promise<void> {
  const string = (name: string) => ({ AttributeName: name, AttributeType: 'S' as const });
  const keys = (partition: string, sort: string) => [
    { AttributeName: partition, KeyType: 'HASH' as const },
    { AttributeName: sort, KeyType: 'RANGE' as const },
  ];
  const index = (name: string, partition: string, sort: string) => ({
    IndexName: name,
    KeySchema: keys(partition, sort),
    Projection: { ProjectionType: 'KEYS_ONLY' as const },
  });
  await client.send(
    new CreateTableCommand({
      TableName: tableNames.messages + suffix,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: keys('messageId', 'sortKey'),
      AttributeDefinitions: ['messageId', 'sortKey', 'recipient', 'firstSeenAt'].map(string),
      GlobalSecondaryIndexes: [index('byRecipient', 'recipient', 'firstSeenAt')],
    }),
  );
  await client.send(
    new CreateTableCommand({
      TableName: tableNames.addresses + suffix,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: keys('address', 'sortKey'),
      AttributeDefinitions: ['address', 'sortKey', 'cause', 'occurredAt'].map(string),
      GlobalSecondaryIndexes: [index('byCause', 'cause', 'occurredAt')],
    }),
  );
  await client.send(
    new CreateTableCommand({
      TableName: tableNames.idempotency + suffix,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      AttributeDefinitions: [string('id')],
    }),
  );
}
