import { startDynamoDbLocal } from '../../local/dynamodb-local.ts';

/** The variable with the endpoint of a DynamoDB Local that somebody else has started. */
export const endpointVariable = 'MAILFOLD_DYNAMODB_ENDPOINT';

const own = globalThis as { mailfoldDynamoDb?: string };

/**
 * Every worker has a DynamoDB Local of its own, for all its test files. Shared by all workers it would become slow: before a
 * write to a stream, it reads all records of the streams that were created earlier. It ends with the worker.
 */
export async function startOwnDynamoDb(): Promise<void> {
  own.mailfoldDynamoDb ??= (await startDynamoDbLocal({ quickStart: true })).endpoint;
}

export function dynamoDbEndpoint(): string {
  const endpoint = own.mailfoldDynamoDb ?? process.env[endpointVariable];
  if (!endpoint) throw new Error('expected test/support/engines.ts among the setup files');
  return endpoint;
}
