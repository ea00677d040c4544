import { startOwnDynamoDb } from './dynamodb.ts';

await startOwnDynamoDb();
