import {
  type AttributeDefinition,
  type CreateTableCommandInput,
  DynamoDB,
  type GlobalSecondaryIndex,
  type KeySchemaElement,
  ResourceNotFoundException,
  type TableDescription,
} from '@aws-sdk/client-dynamodb';
import { type AwsAnswer, type AwsRequest, type AwsService, readTarget } from '../aws-service.ts';
import { CannotStart } from '../cannot-start.ts';
import { clientSettings } from '../clients.ts';
import { startDynamoDbLocal } from '../dynamodb-local.ts';
import { dynamoDbRights } from '../dynamodb-rights.ts';
import { arnOf, identityOf } from '../identity.ts';
import { inDataDir } from '../options.ts';
import type { LocalResource, Run, Runner } from '../runner.ts';

export type Tables = {
  readonly endpoint: string;
  readonly streams: readonly TableStream[];
};

export type TableStream = {
  readonly table: string;
  /** In DynamoDB Local. */
  readonly arn: string;
  /** What the template's references to the stream resolve to. */
  readonly arnInTemplate: string;
};

/** Creates the template's tables in DynamoDB Local; those of an earlier run keep their data. */
export const tables: Runner<Tables> = {
  types: ['AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable'],
  keeps: ['tables'],
  identify({ generatedName, property }, { options }) {
    const name = `${options.namePrefix ?? ''}${property<string>('TableName') ?? generatedName}`;
    const arn = arnOf('dynamodb', `table/${name}`);
    return identityOf(name, arn, { attributes: { StreamArn: streamArnOf(arn) } });
  },
  async start(resources, run) {
    const endpoint = run.options.dynamoDbEndpoint ?? (await startOwn(run));
    run.serve(createDynamoDbService(endpoint));
    const client = new DynamoDB(clientSettings(endpoint));
    try {
      const made = await Promise.all(resources.map((table) => ensureTable(client, table)));
      const streams = made.flat();
      run.serve(createStreamsService(endpoint, streams));
      return { endpoint, streams };
    } finally {
      client.destroy();
    }
  },
};

async function startOwn(run: Run): Promise<string> {
  const { endpoint, stop } = await startDynamoDbLocal({ dataDir: inDataDir(run.options, 'tables') });
  run.onStop(stop);
  return endpoint;
}

/** Passes calls on to DynamoDB Local. */
function createDynamoDbService(endpoint: string): AwsService {
  return {
    name: 'dynamodb',
    read: (request) => readTarget('DynamoDB_20120810', request),
    answer: (_, request) => passOn(endpoint, request),
    rights: dynamoDbRights,
  };
}

/** The same for its streams, which have other ARNs there than in the template. */
function createStreamsService(endpoint: string, streams: readonly TableStream[]): AwsService {
  return {
    name: 'dynamodb streams',
    read: (request) => readTarget('DynamoDBStreams_20120810', request),
    answer: (_, request) => {
      const body = streams.reduce(
        (text, { arn, arnInTemplate }) => text.replaceAll(arnInTemplate, arn),
        request.body.toString(),
      );
      return passOn(endpoint, { ...request, body: Buffer.from(body) });
    },
    rights: ({ action, body }) => {
      // An iterator contains the ARN of its stream.
      const text = JSON.stringify(body);
      const used = streams.filter(
        ({ arn, arnInTemplate }) => text.includes(arn) || text.includes(arnInTemplate),
      );
      const resources = used.map(({ arnInTemplate }) => arnInTemplate);
      return [{ action: `dynamodb:${action}`, resources: resources.length > 0 ? resources : ['*'] }];
    },
  };
}

async function passOn(endpoint: string, { headers, body }: AwsRequest): Promise<AwsAnswer> {
  const kept = ['content-type', 'x-amz-target', 'authorization', 'x-amz-date'];
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: Object.fromEntries(
      kept.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])),
    ),
    body: new Uint8Array(body),
  });
  return {
    status: response.status,
    headers: { 'content-type': response.headers.get('content-type') ?? 'application/x-amz-json-1.0' },
    body: Buffer.from(await response.arrayBuffer()),
  };
}

/** Returns the table's stream, if it has one. */
async function ensureTable(client: DynamoDB, table: LocalResource): Promise<Tables['streams']> {
  const wanted = toCreateTable(table);
  const found = await describe(client, table.name);
  if (found && schemaOf(found) !== schemaOf(wanted)) {
    throw new CannotStart(
      `table ${table.name} is from an earlier template with other keys, indexes or stream; ` +
        'start with --fresh, which deletes the local data',
    );
  }
  const description = found ?? (await client.createTable(wanted)).TableDescription;
  await ensureTimeToLive(client, table);
  const arn = description?.LatestStreamArn;
  return arn ? [{ table: table.name, arn, arnInTemplate: streamArnOf(table.arn) }] : [];
}

/** The time in it is when the stream was made, which the template must know before. */
function streamArnOf(tableArn: string): string {
  return `${tableArn}/stream/2026-01-01T00:00:00.000`;
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
      `${table.logicalId} has local secondary indexes, which local/runners/tables.ts does not support yet`,
    );
  }
  const stream = table.property<{ StreamViewType: 'NEW_IMAGE' }>('StreamSpecification');
  return {
    TableName: table.name,
    KeySchema: table.property<KeySchemaElement[]>('KeySchema') ?? [],
    AttributeDefinitions: table.property<AttributeDefinition[]>('AttributeDefinitions') ?? [],
    // On demand, whatever the template says: DynamoDB Local does not throttle.
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

/** The parts of a table that cannot be changed later, as one string to compare. */
function schemaOf(table: CreateTableCommandInput | TableDescription): string {
  const keys = (schema: KeySchemaElement[] = []) =>
    schema.map(({ AttributeName, KeyType }) => `${KeyType}:${AttributeName}`);
  const alphabetically = (a: string, b: string) => (a < b ? -1 : 1);
  return JSON.stringify([
    keys(table.KeySchema),
    (table.AttributeDefinitions ?? [])
      .map((each) => `${each.AttributeName}:${each.AttributeType}`)
      .sort(alphabetically),
    (table.GlobalSecondaryIndexes ?? [])
      .map(({ IndexName, KeySchema, Projection }) =>
        JSON.stringify([
          IndexName,
          keys(KeySchema),
          Projection?.ProjectionType,
          [...(Projection?.NonKeyAttributes ?? [])].sort(alphabetically),
        ]),
      )
      .sort(alphabetically),
    table.StreamSpecification?.StreamEnabled ? table.StreamSpecification.StreamViewType : 'no stream',
  ]);
}
