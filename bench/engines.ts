import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { fakeCredentials, region } from '../local/clients.ts';
import { startDynamoDbLocal } from '../local/dynamodb-local.ts';
import { type Child, startChild } from './child.ts';
import { traceHeader } from './lambda-context.ts';
import { createBenchTables, tableNames, twin } from './tables.ts';

export type Engine = {
  readonly endpoint: string;
  /** The variables with which a process reaches it and runs our functions. */
  readonly env: Readonly<Record<string, string>>;
  /** The process of the stub, which counts calls and units. */
  readonly stub?: Child;
  stop(): Promise<void>;
};

export async function startEngine(
  kind: 'stub' | 'dynamodb-local',
  stubEnv: Readonly<Record<string, string>> = {},
): Promise<Engine> {
  if (kind === 'stub') {
    const stub = startChild(new URL('./stub/server.ts', import.meta.url), [], stubEnv);
    const { port } = await stub.next<{ port: number }>();
    const endpoint = `http://127.0.0.1:${port}`;
    return { endpoint, env: environmentFor(endpoint), stub, stop: () => stub.stop() };
  }
  const { endpoint, stop } = await startDynamoDbLocal();
  const client = new DynamoDBClient({ endpoint, region, credentials: fakeCredentials });
  await createBenchTables(client);
  await createBenchTables(client, twin);
  client.destroy();
  return { endpoint, env: environmentFor(endpoint), stop };
}

function environmentFor(endpoint: string): Record<string, string> {
  return {
    ...traceHeader,
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: fakeCredentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: fakeCredentials.secretAccessKey,
    AWS_ENDPOINT_URL: endpoint,
    MESSAGES_TABLE: tableNames.messages,
    ADDRESSES_TABLE: tableNames.addresses,
    IDEMPOTENCY_TABLE: tableNames.idempotency,
    MAILFOLD_NAME: 'bench',
    EVENTS_QUEUE_URL: `${endpoint}/000000000000/events`,
    PROVIDER_SECRET_NAME: 'bench-keys',
    TOKENS_TABLE: 'bench-tokens',
    SIGNATURE_TOLERANCE_SECONDS: '300',
    SIGNATURE_TOLERANCES: '{}',
    SOURCE_ADDRESSES: '{}',
    PUBLIC_URLS: 'https://bench.example',
    PROXY_SECRET_DIGESTS: '',
    SES_TOPIC_ARNS: '',
    DEDUPE_WINDOW_DAYS: '30',
    STATUS_RETENTION_DAYS: '400',
    SUPPRESSION: JSON.stringify({
      softBounceCap: 5,
      softBounceWindowDays: 30,
      causes: ['complaint', 'hard_bounce', 'dropped', 'soft_bounce', 'unsubscribe', 'manual'],
    }),
    STANDARD_SOURCES: '{}',
    POWERTOOLS_SERVICE_NAME: 'mailfold-consumer',
    POWERTOOLS_DEV: 'false',
  };
}
