import {
  type AttributeDefinition,
  type CreateTableCommandInput,
  DynamoDB,
  type GlobalSecondaryIndex,
  type KeySchemaElement,
  ResourceNotFoundException,
  type TableDescription,
} from '@aws-sdk/client-dynamodb';
import { CannotStart } from './cannot-start.ts';
import { fakeCredentials, region } from './clients.ts';
import type { LocalResource } from './resources.ts';

export type LocalTable = { readonly name: string; readonly logicalId: string; readonly streamArn?: string };

/** Makes the template's tables; those that are there already, from an earlier run, keep their data. */
export async function createTables(
  tables: readonly LocalResource[],
  endpoint: string,
): Promise<LocalTable[]> {
  const client = new DynamoDB({ endpoint, region, credentials: fakeCredentials });
  try {
    return await Promise.all(tables.map((table) => ensureTable(client, table)));
  } finally {
    client.destroy();
  }
}

async function ensureTable(client: DynamoDB, table: LocalResource): Promise<LocalTable> {
  const wanted = toCreateTable(table);
  const found = await describe(client, table.name);
  if (found && schemaOf(found) !== schemaOf(wanted)) {
    throw new CannotStart(
      `table ${table.name} was made from an earlier template and its keys, indexes or stream have changed since; ` +
        'start with --fresh to begin anew (this deletes the local data)',
    );
  }
  const description = found ?? (await client.createTable(wanted)).TableDescription;
  await ensureTimeToLive(client, table);
  return {
    name: table.name,
    logicalId: table.logicalId,
    ...(description?.LatestStreamArn ? { streamArn: description.LatestStreamArn } : {}),
  };
}

async function describe(client: DynamoDB, name: string): Promise<TableDescription | undefined> {
  try {
    return (await client.describeTable({ TableName: name })).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

function toCreateTable(table: LocalResource): CreateTableCommandInput {
  const indexes = table.property<GlobalSecondaryIndex[]>('GlobalSecondaryIndexes') ?? [];
  if (table.property('LocalSecondaryIndexes')) {
    throw new CannotStart(
      `${table.logicalId} has local secondary indexes; local/tables.ts does not make them yet`,
    );
  }
  const stream = table.property<{ StreamViewType: 'NEW_IMAGE' }>('StreamSpecification');
  return {
    TableName: table.name,
    KeySchema: table.property<KeySchemaElement[]>('KeySchema') ?? [],
    AttributeDefinitions: table.property<AttributeDefinition[]>('AttributeDefinitions') ?? [],
    // On demand, whatever the template says: DynamoDB Local throttles nobody.
    BillingMode: 'PAY_PER_REQUEST',
    ...(indexes.length > 0 && {
      GlobalSecondaryIndexes: indexes.map(({ IndexName, KeySchema, Projection }) => ({
        IndexName,
        KeySchema,
        Projection,
      })),
    }),
    ...(stream && { StreamSpecification: { StreamEnabled: true, StreamViewType: stream.StreamViewType } }),
  };
}

async function ensureTimeToLive(client: DynamoDB, table: LocalResource): Promise<void> {
  const wanted = table.property<{ AttributeName: string; Enabled: boolean }>('TimeToLiveSpecification');
  if (!wanted?.Enabled) return;
  const { TimeToLiveDescription: found } = await client.describeTimeToLive({ TableName: table.name });
  if (found?.AttributeName === wanted.AttributeName && found.TimeToLiveStatus !== 'DISABLED') return;
  await client.updateTimeToLive({ TableName: table.name, TimeToLiveSpecification: wanted });
}

/** The parts of a table that cannot be changed without making it anew, as one comparable text. */
function schemaOf(table: CreateTableCommandInput | TableDescription): string {
  const keys = (schema: KeySchemaElement[] = []) =>
    schema.map(({ AttributeName, KeyType }) => `${KeyType}:${AttributeName}`);
  const byText = (a: string, b: string) => (a < b ? -1 : 1);
  return JSON.stringify([
    keys(table.KeySchema),
    (table.AttributeDefinitions ?? [])
      .map((each) => `${each.AttributeName}:${each.AttributeType}`)
      .sort(byText),
    (table.GlobalSecondaryIndexes ?? [])
      .map(({ IndexName, KeySchema, Projection }) =>
        JSON.stringify([
          IndexName,
          keys(KeySchema),
          Projection?.ProjectionType,
          [...(Projection?.NonKeyAttributes ?? [])].sort(byText),
        ]),
      )
      .sort(byText),
    table.StreamSpecification?.StreamEnabled ? table.StreamSpecification.StreamViewType : 'no stream',
  ]);
}
