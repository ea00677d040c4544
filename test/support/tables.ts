import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { dynamoDbEndpoint } from './dynamodb.ts';

/** A client of the DynamoDB Local of this worker. */
export function sharedDynamoDb(): DynamoDBDocumentClient {
  const client = new DynamoDBClient({
    endpoint: dynamoDbEndpoint(),
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}

/** A table with the same keys as ours, for tests that need no whole stack. */
export async function createTable(
  client: DynamoDBDocumentClient,
  name: string,
  partitionKey: 'messageId' | 'address',
): Promise<void> {
  await client.send(
    new CreateTableCommand({
      TableName: name,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [partitionKey, 'sortKey'].map((AttributeName) => ({
        AttributeName,
        AttributeType: 'S',
      })),
      KeySchema: [
        { AttributeName: partitionKey, KeyType: 'HASH' },
        { AttributeName: 'sortKey', KeyType: 'RANGE' },
      ],
    }),
  );
}

/** A table with the keys and the index of the addresses table. */
export async function createAddressesTable(client: DynamoDBDocumentClient, name: string): Promise<void> {
  const keys = (partition: string, sort: string) => [
    { AttributeName: partition, KeyType: 'HASH' as const },
    { AttributeName: sort, KeyType: 'RANGE' as const },
  ];
  await client.send(
    new CreateTableCommand({
      TableName: name,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['address', 'sortKey', 'cause', 'occurredAt'].map((AttributeName) => ({
        AttributeName,
        AttributeType: 'S',
      })),
      KeySchema: keys('address', 'sortKey'),
      GlobalSecondaryIndexes: [
        {
          IndexName: 'byCause',
          KeySchema: keys('cause', 'occurredAt'),
          Projection: { ProjectionType: 'KEYS_ONLY' },
        },
      ],
    }),
  );
}
