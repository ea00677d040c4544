import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDB, type TableDescription } from '@aws-sdk/client-dynamodb';
import { Lambda } from '@aws-sdk/client-lambda';
import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { Stack as CdkStack } from 'aws-cdk-lib';
import { Table } from 'aws-cdk-lib/aws-dynamodb';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { announce } from '../../bin/local-faces.ts';
import { Mailfold } from '../../lib/index.ts';
import { clientSettings } from '../../local/clients.ts';
import type { LocalStackOptions } from '../../local/options.ts';
import { secretArn } from '../../local/secrets-manager.ts';
import { anApp } from '../lib/synthesize.ts';
import { commandLine } from '../support/command-line.ts';
import { aReport, aStack, type Stack } from '../support/stack.ts';
import { eventually } from '../support/wait.ts';

// docs/restore.md, as far as a local stack goes: DynamoDB Local has no backups, so a copy of the rows stands in for one.

let stack: Stack;
let dynamoDb: DynamoDB;
let lambda: Lambda;
const assemblyDir = mkdtempSync(join(tmpdir(), 'mailfold-restored-'));
const dataDir = mkdtempSync(join(tmpdir(), 'mailfold-restored-data-'));

/** A stack whose queues and secrets outlive it, and that the command line finds. */
async function start(options: Partial<LocalStackOptions> = {}): Promise<Stack> {
  process.env['MAILFOLD_DIR'] = dataDir;
  const started = await aStack({ dataDir, ...options });
  announce(dataDir, started);
  return started;
}

beforeAll(async () => {
  stack = await start();
  dynamoDb = new DynamoDB(clientSettings(stack.endpoints.dynamoDbEndpoint));
  lambda = new Lambda(clientSettings(stack.endpoints.awsEndpoint));
});
afterAll(async () => {
  await stack?.stop();
  for (const folder of [assemblyDir, dataDir]) rmSync(folder, { recursive: true, force: true });
});

const post = (id: string, event = 'delivered') =>
  stack.postToSendgrid([aReport({ event, sg_message_id: `${id}.recvd-1`, email: `${id}@example.com` })]);
const isStored = (id: string) =>
  eventually(`${id} to be stored`, async () => (await stack.message(id)) !== undefined);

/** Step 1: the consumer stops, and events wait in the queue. Step 5: it starts again. */
async function setConsumer(Enabled: boolean): Promise<void> {
  const FunctionName = stack.outputs['ConsumerFunctionName'];
  const { EventSourceMappings = [] } = await lambda.listEventSourceMappings({ FunctionName });
  for (const { UUID } of EventSourceMappings) await lambda.updateEventSourceMapping({ UUID, Enabled });
}

type Backup = { readonly table: TableDescription; readonly rows: readonly Record<string, unknown>[] };

async function takeBackup(TableName: string): Promise<Backup> {
  const { Table: table } = await dynamoDb.describeTable({ TableName });
  const { Items: rows = [] } = await stack.dynamoDb.send(new ScanCommand({ TableName }));
  if (!table) throw new Error(`no table ${TableName}`);
  return { table, rows };
}

/** As AWS restores a table: keys, indexes and rows come back, but no time to live and no stream. */
async function restore({ table, rows }: Backup): Promise<void> {
  const { TableName, AttributeDefinitions, KeySchema, GlobalSecondaryIndexes } = table;
  await dynamoDb.createTable({
    TableName,
    AttributeDefinitions,
    KeySchema,
    GlobalSecondaryIndexes: GlobalSecondaryIndexes?.map(({ IndexName, KeySchema: keys, Projection }) => ({
      IndexName,
      KeySchema: keys,
      Projection,
    })),
    BillingMode: 'PAY_PER_REQUEST',
  });
  for (const Item of rows) await stack.dynamoDb.send(new PutCommand({ TableName, Item }));
}

describe('a messages table that was deleted', () => {
  it('is restored under its name, without losing an event that came meanwhile', async () => {
    const TableName = stack.messagesTable;
    await post('before', 'bounce');
    await isStored('before');
    await stack.untilIdle();
    const backup = await takeBackup(TableName);

    await dynamoDb.deleteTable({ TableName });
    expect(await post('at-first')).toBe(200);
    await eventually(
      'the event to be a dead letter',
      async () => (await stack.depthOf('DeadLetterQueueUrl')) === 1,
    );
    await setConsumer(false);
    expect(await post('later')).toBe(200);
    const unwell = await commandLine('doctor');
    expect(unwell.exitCode).toBe(1);
    expect(unwell.out).toContain('does not read its queue');

    await restore(backup);
    const missing = await commandLine('doctor');
    expect(missing.out).toContain(`aws dynamodb update-time-to-live --table-name ${TableName}`);
    await dynamoDb.updateTimeToLive({
      TableName,
      TimeToLiveSpecification: { Enabled: true, AttributeName: 'expiresAt' },
    });
    await dynamoDb.updateTable({
      TableName,
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
    });

    await setConsumer(true);
    await isStored('later');
    expect((await commandLine('dlq', 'redrive', '--all', '--yes')).exitCode).toBe(0);
    await isStored('at-first');
    await isStored('before');
    expect(await commandLine('audit', '--deep')).toMatchObject({ exitCode: 0, error: '' });
    expect((await commandLine('doctor')).exitCode).toBe(0);
  });
});

/** A new stack, with other logical ids than the old one: it has nothing of it but what it is given. */
function synthesizeAgain(outputs: Stack['outputs']): void {
  const app = anApp({}, { outdir: assemblyDir });
  const again = new CdkStack(app, 'Again');
  const table = (output: string) => Table.fromTableName(again, output, outputs[output] ?? '');
  const secret = (output: string) =>
    Secret.fromSecretCompleteArn(again, output, secretArn(outputs[output] ?? ''));
  new Mailfold(again, 'Mail', {
    existing: {
      messagesTable: table('MessagesTableName'),
      addressesTable: table('AddressesTableName'),
      providerSecret: secret('ProviderSecretName'),
      ownKey: secret('OwnKeySecretName'),
    },
    // It would read the stream of the table from before, whose ARN in DynamoDB Local has a region that the CDK refuses.
    lake: false,
  }).addOutputs();
  app.synth();
}

describe('a stack that was deleted', () => {
  it('leaves tables and secrets that a new stack goes on with', async () => {
    await post('kept');
    await post('gone', 'bounce');
    for (const id of ['kept', 'gone']) await isStored(id);
    await commandLine('forget', 'gone@example.com', '--because', 'asked', '--by', 'kim', '--yes');
    const { outputs } = stack;
    synthesizeAgain(outputs);
    const keys = stack.providerKeys;
    await stack.stop();

    stack = await start({ assemblyDir });
    expect(stack.messagesTable).toBe(outputs['MessagesTableName']);
    expect(stack.providerKeys).toEqual(keys);
    await isStored('kept');
    expect(await post('afterwards', 'bounce')).toBe(200);
    await isStored('afterwards');
    // Only the key that it was forgotten with knows this address.
    expect((await commandLine('suppressions', 'check', 'gone@example.com')).exitCode).toBe(1);
    expect(await commandLine('audit', '--deep')).toMatchObject({ exitCode: 0, error: '' });
  });
});
