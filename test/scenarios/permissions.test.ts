import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { DeleteCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consoleOf } from '../../cli/console/console-of.ts';
import { openTarget } from '../../cli/target.ts';
import { buildConsole } from '../../console/build/build-console.ts';
import { commandRights, everyCommand, type Part } from '../../lib/command-rights.ts';
import { findAsDeployed } from '../support/as-deployed.ts';
import { commandLine } from '../support/command-line.ts';
import { lakeOf } from '../support/lake.ts';
import { aStackForTheCommandLine, type LocalStackForTheCommandLine } from '../support/local-cli.ts';
import { sendgridApi } from '../support/provider-apis/sendgrid.ts';
import { standInFor } from '../support/provider-apis/stand-in.ts';
import { assemblyWith } from '../support/stage-of.ts';
import { eventually } from '../support/wait.ts';
import { aWebhookEndpoint, type TestEndpoint } from '../support/webhook-endpoint.ts';
import { wholeProgram } from '../support/whole-program.ts';

/** What the local stack cannot see, or only sometimes: it has no alarms, no account, and its API asks for no rights. */
const unseen: Readonly<Record<string, readonly string[]>> = {
  // Only somebody who presses Ctrl-C stops a question.
  stats: ['lake-workgroup athena:StopQueryExecution'],
  query: ['lake-workgroup athena:StopQueryExecution'],
  console: ['api execute-api:Invoke'],
  doctor: ['all cloudwatch:DescribeAlarms', 'all lambda:GetAccountSettings'],
  // Only if the task still runs when all its letters are moved.
  'dlq redrive': ['dead-letters sqs:CancelMessageMoveTask'],
  'webhooks replay': ['webhook-queues sqs:CancelMessageMoveTask'],
};

let stack: LocalStackForTheCommandLine;
let endpoint: TestEndpoint;
let assembly: Awaited<ReturnType<typeof assemblyWith>>;
let forgetEndpoint: () => void;
const operator = 'OPERATOR';
/** What each command has done, as `part action`. */
const done = new Map<string, Set<string>>();

// It bundles and starts a stack of its own, with everything that commands ask for.
beforeAll(async () => {
  endpoint = await aWebhookEndpoint();
  assembly = await assemblyWith({
    eventBus: true,
    webhooks: [{ name: 'shop', url: endpoint.url, types: ['email.bounced'] }],
    webhookPrivateHosts: [endpoint.host],
  });
  stack = await aStackForTheCommandLine({ assemblyDir: assembly.assemblyDir });
  forgetEndpoint = findAsDeployed(stack, operator);
  await useEveryCommand();
}, 300_000);
afterAll(async () => {
  forgetEndpoint?.();
  await stack?.stop();
  await endpoint?.stop();
  assembly?.remove();
});

/** Runs a command on the stack by name, and notes what it does. */
async function use(command: string, ...words: string[]) {
  const said = await noting(command, () =>
    commandLine(...command.split(' '), ...words, '--stack', stack.stackName),
  );
  // 1 is an answer too: no.
  if (said.exitCode > 1) throw new Error(`${command}: ${said.error}`);
  return said;
}

/** The command serves until somebody stops it; this does the same, and stops. */
async function useConsole(): Promise<void> {
  await buildConsole();
  await noting('console', async () => {
    const { url, origin, stop } = await consoleOf(await openTarget({ stack: stack.stackName }));
    const token = new URL(url).hash.replace('#token=', '');
    const session = await fetch(`${origin}/session`, { method: 'POST', body: JSON.stringify({ token }) });
    const headers = { cookie: session.headers.get('set-cookie')?.split(';')[0] ?? '' };
    expect((await fetch(`${origin}/v1/me`, { headers })).status).toBe(200);
    const live = await fetch(`${origin}/live`, { headers });
    await eventually('a look into the stream', () =>
      done.get('console')?.has('messages-stream dynamodb:GetRecords'),
    );
    await live.body?.cancel();
    await stop();
  });
}

async function noting<Result>(command: string, run: () => Promise<Result>): Promise<Result> {
  const seen = done.get(command) ?? new Set();
  done.set(command, seen);
  stack.faults.intercept = ({ caller, rights, service, action }) => {
    if (caller !== operator) return undefined;
    if (rights.length === 0) seen.add(`unknown ${service}:${action}`);
    for (const right of rights)
      for (const resource of right.resources) seen.add(`${partOf(resource)} ${right.action}`);
    return undefined;
  };
  const result = await run();
  stack.faults.intercept = undefined;
  return result;
}

async function useEveryCommand(): Promise<void> {
  await use('send', 'sendgrid', 'hard_bounce', '--to', 'a@example.com', '--message', 'm1');
  await use('send', 'sendgrid', 'soft_bounce', '--to', 's@example.com', '--message', 'm3');
  await use('send', 'ses', 'delivered', '--to', 'a@example.com', '--message', 'm2');
  await useQuestions();
  await useSuppressions();
  await useDeadLetters();
  await useKeys();
  await use('urls');
  await useConsole();
  await useTransfers();
  await use('metrics');
  await use('doctor');
  await use('watch', 'sendgrid', '--timeout', '1');
  await use('audit');
  await damageRows();
  await use('audit', '--deep', '--repair');
  await lakeOf(stack).untilTold();
  await use('stats', '--days', '2');
  await use('query', 'select count(*) as events from events');
  await use('lake status');
  await use('lake repair');
  await use('lake backfill');
  await useWebhooks();
  await use('forget', 'a@example.com', '--because', 'asked', '--by', 'kim', '--yes');
}

async function useWebhooks(): Promise<void> {
  await use('webhooks test', 'shop');
  await use('webhooks log', 'shop');
  await use('webhooks secret', 'shop');
  await use('webhooks rotate', 'shop');
  endpoint.answer = () => ({ status: 410 });
  await commandLine('send', 'sendgrid', 'hard_bounce', '--to', 'p@example.com', '--message', 'p1');
  const isSetAside = async () => (await use('webhooks list')).exitCode === 1;
  await eventually('an event to be set aside', isSetAside);
  endpoint.answer = () => ({ status: 200 });
  await use('webhooks resume', 'shop');
  await use('webhooks replay', 'shop');
  await use('webhooks replay', 'shop', '--since', '-1h');
  const listening = use('listen', '--forward', endpoint.url, '--count', '1');
  // Until it listens, an event is not for it.
  const isHeard = async () => {
    await commandLine('send', 'sendgrid', 'delivered', '--to', 'p@example.com', '--message', 'p2');
    return endpoint.received.some(({ body }) => body.includes('"p2'));
  };
  await eventually('an event to be forwarded', isHeard);
  await listening;
}

async function useQuestions(): Promise<void> {
  await use('status', 'm1');
  await use('status', '--to', 'a@example.com');
  await use('status', 'unknown');
  await use('recipient', 'a@example.com');
  await use('explain', 'm1');
  await use('explain', 'a@example.com');
}

async function useSuppressions(): Promise<void> {
  const list = join(stack.dataDir, 'list.csv');
  writeFileSync(list, 'address,cause\nc@example.com,manual\nd@example.com,soft_bounce\n');
  await use('suppressions check', 'a@example.com');
  await use('suppressions list');
  await use('suppressions add', 'b@example.com', '--by', 'kim', '--because', 'asked');
  await use('suppressions release', 'b@example.com', '--by', 'kim', '--because', 'asked');
  await use('suppressions import', list, '--by', 'kim', '--yes');
  await use('suppressions export');
}

async function useDeadLetters(): Promise<void> {
  const { DeadLetterQueueUrl, SesDeadLetterQueueUrl } = stack.outputs;
  const provider = { DataType: 'String', StringValue: 'sendgrid' };
  for (const QueueUrl of [DeadLetterQueueUrl, DeadLetterQueueUrl, SesDeadLetterQueueUrl])
    await stack.sqs.send(
      new SendMessageCommand({ QueueUrl, MessageBody: '[]', MessageAttributes: { provider } }),
    );
  for (const queue of [[], ['--queue', 'ses']]) {
    await use('dlq list', ...queue);
    await use('dlq show', ...queue);
    await use('dlq redrive', '--reason', 'no such reason', ...queue);
    await use('dlq redrive', '--all', '--yes', ...queue);
  }
}

async function useKeys(): Promise<void> {
  const file = join(stack.dataDir, 'key.txt');
  writeFileSync(file, 'a-signing-key-of-mailgun');
  const { out } = await use('secrets set', 'mailgun', '--file', file, '--json');
  await use('secrets list');
  await use('secrets retire', 'mailgun', JSON.parse(out).fingerprint);
}

async function useTransfers(): Promise<void> {
  const file = (name: string, content: string) => {
    const path = join(stack.dataDir, name);
    writeFileSync(path, content);
    return path;
  };
  const past = file(
    'activity.csv',
    [
      'processed,message_id,event,email,reason,type',
      '2024-01-02 00:00:01,old.filter1,delivered,b@example.com,250 OK,',
      // Of a message that a webhook has reported, the events are compared.
      '2024-01-02 00:00:01,m1.filter1,processed,a@example.com,,',
    ].join('\n'),
  );
  await use('import events', past, '--from', 'sendgrid-activity', '--yes');
  await use('compare', file('statuses.csv', 'message,recipient,status\nm1,a@example.com,delivered\n'));
  await use('compare', file('addresses.csv', 'address,cause\na@example.com,hard_bounce\n'), '--whole');
  const api = await standInFor(sendgridApi);
  const keyFile = file('api-key.txt', sendgridApi.apiKey);
  const url = `${stack.apiUrl}/webhooks/sendgrid`;
  await use('connect', 'sendgrid', '--api', api.url, '--url', url, '--key-file', keyFile);
  await api.stop();
}

/** Leaves something of every kind for `audit --repair` to mend. */
async function damageRows(): Promise<void> {
  const { dynamoDb, messagesTable } = stack;
  const addressesTable = stack.outputs['AddressesTableName'];
  const rows = await stack.rows();
  const status = rows.find(
    ({ messageId, sortKey }) => messageId === 'm1' && String(sortKey).startsWith('S#'),
  );
  await dynamoDb.send(
    new DeleteCommand({
      TableName: messagesTable,
      Key: { messageId: status?.['messageId'], sortKey: status?.['sortKey'] },
    }),
  );
  const event = rows.find(({ sortKey }) => String(sortKey).startsWith('E#'));
  await dynamoDb.send(new PutCommand({ TableName: messagesTable, Item: { ...event, expiresAt: 1e12 } }));
  const { Items = [] } = await dynamoDb.send(new ScanCommand({ TableName: addressesTable }));
  for (const { address, sortKey } of Items.filter((row) => /^[as]@/.test(row['address'])))
    await dynamoDb.send(new DeleteCommand({ TableName: addressesTable, Key: { address, sortKey } }));
}

/** The name of a resource in the list of rights. */
function partOf(arn: string): string {
  const { outputs } = stack;
  const last = (output: string) => (outputs[output] ?? '').split(/[/:]/).at(-1) ?? '';
  const ends: Readonly<Record<Part, string>> = {
    stack: `stack/${stack.stackName}/local`,
    api: '/v1/',
    messages: `table/${outputs['MessagesTableName']}`,
    'messages-by-recipient': `table/${outputs['MessagesTableName']}/index/byRecipient`,
    'messages-stream': `table/${outputs['MessagesTableName']}/stream/`,
    addresses: `table/${outputs['AddressesTableName']}`,
    'addresses-by-cause': `table/${outputs['AddressesTableName']}/index/byCause`,
    'events-queue': last('EventsQueueUrl'),
    'dead-letters': last('DeadLetterQueueUrl'),
    'ses-dead-letters': last('SesDeadLetterQueueUrl'),
    'provider-keys': `secret:${outputs['ProviderSecretName']}-AbCdEf`,
    'own-key': `secret:${outputs['OwnKeySecretName']}-AbCdEf`,
    'receiver-log': `log-group:${outputs['ReceiverLogGroupName']}:*`,
    'consumer-log': `log-group:${outputs['ConsumerLogGroupName']}:*`,
    'ses-topic': last('SesTopicArn'),
    lake: `::${outputs['LakeBucketName']}`,
    'lake-objects': `:::${outputs['LakeBucketName']}/`,
    'lake-failures': last('LakeFailuresQueueUrl'),
    'lake-workgroup': `workgroup/${outputs['LakeWorkGroupName']}`,
    'lake-catalog': 'catalog',
    'lake-database': `database/${outputs['LakeDatabaseName']}`,
    'lake-tables': `table/${outputs['LakeDatabaseName']}/`,
    'alarm-topic': last('AlarmTopicArn'),
    'webhook-queues': endpointQueue(),
    'webhook-deliveries': `table/${outputs['WebhookDeliveriesTableName']}`,
    'webhook-secret': `secret:${outputs['WebhookSecretName']}-AbCdEf`,
    'listen-rules': `rule/${outputs['EventBusName']}/mailfold-listen-`,
    'listen-queues': 'mailfold-listen-',
    all: '*',
  };
  const found = Object.entries(ends).find(([part, end]) =>
    partsByBeginning.includes(part) ? arn.includes(end) : arn === end || arn.endsWith(`:${end}`),
  );
  return found?.[0] ?? arn;
}

/** Of these, the names of single resources are not known. An endpoint's second queue is called like its first. */
const partsByBeginning = [
  'messages-stream',
  'lake-objects',
  'lake-tables',
  'listen-rules',
  'listen-queues',
  'webhook-queues',
];

function endpointQueue(): string {
  const [{ queueUrl = '' } = {}] = JSON.parse(stack.outputs['WebhookEndpoints'] ?? '[]');
  return String(queueUrl).split('/').at(-1) ?? '';
}

describe('the rights of a command', () => {
  it.each(Object.keys(commandRights))('of %s are what it does, and no more', (command) => {
    const rights = [commandRights[command] ?? {}, everyCommand];
    const listed = rights.flatMap((each) =>
      Object.entries(each).flatMap(([part, actions]) => actions.map((action) => `${part} ${action}`)),
    );
    const canBeSeen = (each: string) => !unseen[command]?.includes(each);
    const seen = [...(done.get(command) ?? [])].filter(canBeSeen);
    expect(seen.toSorted()).toEqual(listed.filter(canBeSeen).toSorted());
  });

  it('are listed for every command that asks a stack', async () => {
    const { commands } = await wholeProgram();
    const asking = commands.filter(([, { options }]) => options.some(({ long }) => long === '--stack'));
    expect(Object.keys(commandRights).toSorted()).toEqual(asking.map(([name]) => name).toSorted());
  });
});
