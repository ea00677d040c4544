import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleProvider } from '../../providers/manifests.ts';
import { simulatorOf } from '../../providers/simulators.ts';
import { commandLine } from '../support/command-line.ts';
import { aStackForTheCommandLine, type LocalStackForTheCommandLine } from '../support/local-cli.ts';
import { sendgridApi } from '../support/provider-apis/sendgrid.ts';
import { type StandIn, standInFor } from '../support/provider-apis/stand-in.ts';
import { wholeProgram } from '../support/whole-program.ts';

const { commands } = await wholeProgram();
const examples = [...new Set(commands.flatMap(([, command]) => command.examples))]
  // They need endpoints and a listener: test/scenarios/webhooks.test.ts tries them.
  .filter((example) => !/^(webhooks|listen) /.test(example));
const launcher = fileURLToPath(new URL('../../bin/launcher/mailfold.cjs', import.meta.url));

let stack: LocalStackForTheCommandLine;
/** Free on this machine, in place of the one in an example. */
let port: number;
/** A provider cannot reach this machine; its stand-in can. */
let provider: StandIn;
const folder = mkdtempSync(join(tmpdir(), 'mailfold-examples-'));
const before = process.cwd();
beforeAll(async () => {
  stack = await aStackForTheCommandLine();
  provider = await standInFor(sendgridApi);
  port = await freePort();
  await writeFiles();
  process.chdir(folder);
  Object.assign(process.env, {
    HOME: folder,
    SENDGRID_API_KEY: sendgridApi.apiKey,
    PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`,
  });
});
afterAll(async () => {
  process.chdir(before);
  await stack?.stop();
  await provider?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port: found } = server.address() as AddressInfo;
      server.close(() => resolve(found));
    });
  });
}

/** The files that the examples name. */
async function writeFiles(): Promise<void> {
  const simulator = await simulatorOf(exampleProvider);
  if (!simulator) throw new Error(`${exampleProvider} has no simulator`);
  const { signingKey, verificationKey } = simulator.makeKeys();
  const event = { kind: 'hard_bounce', to: ['ana@example.com'], messageId: 'file', at: new Date() };
  const [payload = Buffer.from('{}')] = simulator.payloadsOf([event]);
  const { headers, body } = simulator.sign(payload, signingKey, new Date());
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const files = {
    'key.txt': verificationKey,
    'api-key.txt': sendgridApi.apiKey,
    'signing-key.txt': signingKey,
    'headers.txt': lines.join('\n'),
    'headers.json': JSON.stringify(headers),
    'body.json': body,
    'bounce.json': body,
    'suppressed.csv': 'address,cause\nzoe@example.com,manual\n',
    'old-list.csv': 'E-Mail,name,tags\nyan@example.com,Yan,x\n',
    'theirs.csv': 'message,recipient,status\nm1,ana@example.com,delivered\n',
    'activity.csv':
      'processed,message_id,event,email\n2025-01-01 00:00:00,a1.filter1,delivered,w@example.com\n',
    'suppression_bounces.csv': 'status,reason,email,created\n5.1.1,no such user,xi@example.com,1767225600\n',
    'send-newsletter': '#!/bin/sh\n',
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  chmodSync(join(folder, 'send-newsletter'), 0o755);
  for (const place of ['.local/share/bash-completion/completions', '.zfunc', '.config/fish/completions'])
    mkdirSync(join(folder, place), { recursive: true });
}

/** The example for the local stack, without long waits and with the answer that a person would give. */
function adapted(example: string): string {
  const words = example
    .replace(' --stack Mailfold', '')
    .replace(/https:\/\/…/, stack.apiUrl)
    .replace(/--messages \d+/, '--messages 5')
    .replace(/--port \d+/, `--port ${port}`);
  const yes = example.startsWith('forget') && !example.includes('--yes') ? ' --yes' : '';
  const few = example === 'seed' ? ' --messages 5' : '';
  const unseen = isServing(example) && !example.includes('--no-open') ? ' --no-open' : '';
  const brief = example.startsWith('watch') || example.includes('--watch') ? ' --timeout 1' : '';
  const toStandIn = example.startsWith('connect')
    ? ` --api ${provider.url} --url ${stack.apiUrl}/webhooks/${exampleProvider}`
    : '';
  return `mailfold ${words}${yes}${few}${unseen}${brief}${toStandIn}`;
}

/** Whether the command runs until somebody stops it. */
function isServing(example: string): boolean {
  return example.startsWith('console');
}

type Outcome = { readonly status: number | null; readonly error: string };

/** Whether only a shell understands the line, or it reads what a person types, or serves until it is stopped. */
function needsProcess(line: string): boolean {
  return /[|<>&]|^mailfold (console|secrets|watch)/.test(line);
}

/** Runs a line in this process: starting one takes longer than most commands. */
async function runHere(line: string): Promise<Outcome> {
  const [, ...words] = (line.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''));
  const { exitCode, error } = await commandLine(...words);
  return { status: exitCode, error };
}

/** Runs a line to its end, or until it has printed something, if it never ends by itself. */
function runInBash(line: string, isStopped: boolean): Promise<Outcome> {
  const program = `"${process.execPath}" "${launcher}"`;
  const script = isStopped
    ? line.replace(/^mailfold/, `exec ${program}`)
    : `set -o pipefail; mailfold() { ${program} "$@"; }; ${line}`;
  const child = spawn('bash', ['-c', script], {
    cwd: folder,
    // What a person would type when asked for a key.
    stdio: [openSync(join(folder, 'key.txt'), 'r'), isStopped ? 'pipe' : 'ignore', 'pipe'],
  });
  child.stdout?.once('data', () => child.kill('SIGINT'));
  let error = '';
  child.stderr?.on('data', (chunk) => {
    error += chunk;
  });
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, error })));
}

describe('an example in --help', () => {
  it.each(examples)('works: mailfold %s', async (example) => {
    const line = adapted(example);
    const { status, error } = await (needsProcess(line)
      ? runInBash(line, isServing(example))
      : runHere(line));
    // 1 means that the answer is no, as for a message that was never sent.
    expect([status === 0 || status === 1, error]).toEqual([
      true,
      expect.not.stringMatching(/error: |Error|unknown|cannot|not found|expected/),
    ]);
  });

  it('names no file that this test does not know', () => {
    const named = examples.flatMap((example) => example.match(/\b[\w-]+\.(txt|json|csv)\b/g) ?? []);
    const written = ['suppressed.csv', 'refused.csv'];
    expect(named.filter((name) => !existsSync(join(folder, name)) && !written.includes(name))).toEqual([]);
  });
});
