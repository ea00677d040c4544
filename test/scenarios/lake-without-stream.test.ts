import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Lambda } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { announce } from '../../bin/local-faces.ts';
import { clientSettings } from '../../local/clients.ts';
import { openCheckpoints } from '../../local/streams/checkpoints.ts';
import { skipToEnd } from '../../local/streams/stream-poller.ts';
import { openStream } from '../../local/streams/stream-reader.ts';
import { commandLine } from '../support/command-line.ts';
import { lakeOf, type StackLake } from '../support/lake.ts';
import { aStack, type Stack } from '../support/stack.ts';
import { eventually } from '../support/wait.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'mailfold-without-stream-'));
const namePrefix = `t${randomBytes(4).toString('hex')}-`;
let stack: Stack;
let lake: StackLake;

/** The same stack each time: its tables, objects and keys outlive it. */
async function start(): Promise<void> {
  process.env['MAILFOLD_DIR'] = dataDir;
  stack = await aStack({ dataDir, namePrefix });
  announce(dataDir, stack);
  lake = lakeOf(stack);
}

beforeAll(start);
afterAll(async () => {
  await stack?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const historian = () => stack.mapping('MailfoldLakeHistorian');

/** As somebody does in Lambda's console. */
async function switchHistorianOff(): Promise<void> {
  const lambda = new Lambda(clientSettings(stack.endpoints.awsEndpoint));
  await lambda.updateEventSourceMapping({ UUID: historian().settings.name, Enabled: false });
  lambda.destroy();
}

/** DynamoDB Local keeps its records for good, so the mapping skips what AWS would have forgotten. With the start it is on again. */
async function startAfterTheStreamForgot(): Promise<void> {
  const [stream] = stack.streams;
  if (!stream) throw new Error('expected a stream, found none');
  const { name } = historian().settings;
  await stack.stop();
  const reader = openStream({ endpoint: stack.endpoints.dynamoDbEndpoint, ...stream });
  await skipToEnd(reader, openCheckpoints(name, stream.arn, join(dataDir, 'streams.json')));
  reader.close();
  await start();
}

async function store(...messages: string[]): Promise<void> {
  for (const message of messages) {
    const sent = await commandLine(
      'send',
      'ses',
      'delivered',
      '--to',
      'ana@example.com',
      '--message',
      message,
    );
    expect([sent.exitCode, sent.error]).toEqual([0, '']);
    await eventually(`${message} to be stored`, async () => (await stack.message(message)) !== undefined);
  }
}

/** Every event with its time in milliseconds, as often as it is counted. */
const eventsInLake = async () => {
  const rows = await lake.ask('select message_id, type, occurred_at from events');
  return rows.map(([message, type, at]) => `${message} ${type} ${Date.parse(`${at}Z`)}`).sort();
};
const eventsInTable = async () =>
  (await stack.rows())
    .filter(({ sortKey }) => String(sortKey).startsWith('E#'))
    .map(
      ({ messageId, type, sortKey }) =>
        `${messageId} ${type} ${Date.parse(String(sortKey).split('#')[1] ?? '')}`,
    )
    .sort();
const messagesInLake = async () =>
  (await lake.ask('select message_id from events order by message_id')).map(([message]) => String(message));

describe('a historian that is switched off until the stream forgets events', () => {
  it('leaves them out when it is switched on again, and a repair brings in exactly what the table has', async () => {
    await store('told');
    await lake.until("message_id = 'told'");
    await switchHistorianOff();
    await store('missed1', 'missed2');
    await startAfterTheStreamForgot();
    await store('after');
    await lake.until("message_id = 'after'");
    expect(await messagesInLake()).toEqual(['after', 'told']);

    expect((await commandLine('lake', 'repair')).exitCode).toBe(0);
    expect(await messagesInLake()).toEqual(['after', 'missed1', 'missed2', 'told']);
    expect(await eventsInLake()).toEqual(await eventsInTable());
  });
});
