import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { endpointsFile, type LocalEndpoints } from '../cli/local-endpoints.ts';
import type { EmailEvent } from '../core/email-event.ts';
import { foldStatus } from '../core/fold-status.ts';
import { toAddress, toEventId, toMessageId } from '../core/ids.ts';
import { momentFromMillis } from '../core/moment.ts';
import { defaultSettings } from '../core/suppression-settings.ts';
import { outputs } from '../lib/outputs.ts';
import { fakeCredentials, region } from '../local/clients.ts';
import { writePrivateJsonFile } from '../local/json-file.ts';
import { statusRow } from '../store/status-row.ts';
import { startEngine } from './engines.ts';
import { interleaved } from './measure.ts';
import type { Goal, Report } from './report.ts';
import { tableNames } from './tables.ts';

const rounds = 15;
const launcher = fileURLToPath(new URL('../bin/launcher/mailfold.cjs', import.meta.url));
const eager = fileURLToPath(new URL('./baselines/eager-command-line.ts', import.meta.url));
const goals: Readonly<Record<string, number>> = { '--help': 300, 'status m1': 600 };

/** `status` needs Mailfold's own key. */
const secrets = createServer((_, response) =>
  response
    .writeHead(200, { 'content-type': 'application/x-amz-json-1.1' })
    .end(JSON.stringify({ SecretString: 'key' })),
);

/** How long the command line takes, from the start of its process to the end. */
export async function start(): Promise<Report> {
  const work = mkdtempSync(join(tmpdir(), 'mailfold-start-'));
  const engine = await startEngine('dynamodb-local');
  try {
    await storeOneMessage(engine.endpoint);
    secrets.listen(0, '127.0.0.1');
    await once(secrets, 'listening');
    announce(work, engine.endpoint);
    return reportOf(await measure(work));
  } finally {
    secrets.close();
    await engine.stop();
    rmSync(work, { recursive: true, force: true });
  }
}

type Line = {
  readonly words: string;
  readonly cached: number;
  readonly fresh: number;
  readonly before: number;
};

async function measure(work: string): Promise<Line[]> {
  const lines: Line[] = [];
  for (const words of ['--help', 'status --help', 'status m1']) {
    const runOf = (program: string, env: Readonly<Record<string, string>>) => () =>
      succeeds([program, ...words.split(' ')], { ...process.env, HOME: work, MAILFOLD_DIR: work, ...env });
    const [cached, fresh, before] = await interleaved(
      [
        { name: 'ours', run: runOf(launcher, { XDG_CACHE_HOME: work }) },
        { name: 'first run', run: runOf(launcher, { NODE_DISABLE_COMPILE_CACHE: '1' }) },
        { name: 'before', run: runOf(eager, { NODE_DISABLE_COMPILE_CACHE: '1' }) },
      ],
      { rounds, collects: false },
    );
    const millis = (measured: { wallMicros: number } | undefined) =>
      Math.round((measured?.wallMicros ?? 0) / 1_000);
    lines.push({ words, cached: millis(cached), fresh: millis(fresh), before: millis(before) });
  }
  return lines;
}

/** Not spawnSync: this process is also the secrets manager that the command asks. */
function succeeds(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) =>
      code === 0
        ? resolve()
        : reject(new Error(`expected ${args.join(' ')} to succeed, found exit code ${code}`)),
    );
  });
}

function reportOf(lines: readonly Line[]): Report {
  return {
    title: 'Starting the command line',
    about: `Time from the start of the process to its end, in milliseconds: the median of ${rounds} rounds with all contenders in turn. \`status\` reads a message from DynamoDB Local.`,
    tables: [
      {
        head: ['mailfold', 'ours', 'ours, nothing cached', 'all loaded at once, as before'],
        rows: lines.map(({ words, cached, fresh, before }) => [words, `${cached}`, `${fresh}`, `${before}`]),
      },
    ],
    goals: lines.flatMap(({ words, cached }): Goal[] => {
      const most = goals[words];
      if (most === undefined) return [];
      return [
        { goal: `mailfold ${words}: at most ${most} ms`, found: `${cached} ms`, isMet: cached <= most },
      ];
    }),
    notes: [
      'From the repository: Node strips the types of each file as it loads it. Compiled code is kept in the cache folder of the user, so that only the first run after a change takes longer.',
      'npx itself takes about 0.4 s more, whatever it runs.',
    ],
  };
}

async function storeOneMessage(endpoint: string): Promise<void> {
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient({ endpoint, region, credentials: fakeCredentials }),
  );
  const event = { ...theEvent, payload: {} } as unknown as EmailEvent;
  const status = foldStatus(undefined, event);
  if (!status) throw new Error('expected the event to give a status');
  const times = { now: new Date(), retentionDays: 400 };
  await client.send(
    new PutCommand({ TableName: tableNames.messages, Item: statusRow(theEvent, status, times) }),
  );
  client.destroy();
}

const theEvent = {
  id: toEventId('event-1'),
  type: 'delivered',
  provider: 'bench',
  providerType: 'delivered',
  messageId: toMessageId('m1'),
  recipient: toAddress('ana@example.com'),
  occurredAt: momentFromMillis(Date.UTC(2026, 0, 1)),
} as const;

/** Lets the command line believe that this process is the local stack. */
function announce(dataDir: string, endpoint: string): void {
  const endpoints: LocalEndpoints = {
    pid: process.pid,
    apiUrl: endpoint,
    region,
    awsEndpoint: `http://127.0.0.1:${(secrets.address() as AddressInfo).port}`,
    dynamoDbEndpoint: endpoint,
    stackName: 'bench',
    outputs: {
      [outputs.messagesTableName]: tableNames.messages,
      [outputs.addressesTableName]: tableNames.addresses,
      [outputs.ownKeySecretName]: 'own-key',
      [outputs.suppressionSettings]: JSON.stringify(defaultSettings),
    },
  };
  writePrivateJsonFile(endpointsFile(dataDir), endpoints);
}
