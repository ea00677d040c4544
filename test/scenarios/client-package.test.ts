import { execFile, spawnSync } from 'node:child_process';
import { globSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examples } from '../../lambdas/api/openapi/examples.ts';
import { operations } from '../../lambdas/api/operations.ts';
import type { RouteId } from '../../lambdas/api/routes.ts';
import { oldestNode, packAndInstallClient } from '../support/packed-client.ts';
import { aReport, aStack, type Stack } from '../support/stack.ts';

const execute = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const node = oldestNode();
let stack: Stack;
let installed: ReturnType<typeof packAndInstallClient>;

beforeAll(async () => {
  installed = packAndInstallClient();
  stack = await aStack();
  // Rosa's mailbox bounces: the story of the examples in the OpenAPI document.
  const rosa = { email: 'rosa@example.com', sg_message_id: 'r1.recvd-1' };
  await stack.postToSendgrid([
    aReport({ ...rosa, event: 'processed', timestamp: 1767225600 }),
    aReport({
      ...rosa,
      sg_event_id: examples.getEventPayload.query?.id,
      event: 'bounce',
      type: 'bounce',
      timestamp: 1767225605,
      reason: '550 no such user',
    }),
  ]);
  await stack.untilIdle();
});
afterAll(async () => {
  await stack?.stop();
  if (installed) rmSync(installed.workDir, { recursive: true, force: true });
});

/** Runs a program in the project that has installed the client, without any variable of AWS. */
async function run(program: string, ...words: readonly string[]): Promise<unknown> {
  const file = join(installed.appDir, 'program.mjs');
  writeFileSync(file, program);
  // Not synchronously: the stack answers from this process.
  const { stdout, stderr } = await execute(node.path, [file, stack.apiUrl, ...words], {
    cwd: installed.appDir,
    env: { PATH: '/usr/bin:/bin' },
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

const start = `
  import { MailfoldClient, MailfoldError } from 'mailfold-client';
  const [url, given] = process.argv.slice(2);
  // A loaded machine may be slow.
  const client = new MailfoldClient({ url, timeoutMillis: 60_000 });
`;

describe('the packed client', () => {
  it('is small, and installs nothing else', () => {
    const modules = join(installed.appDir, 'node_modules');
    expect(readdirSync(modules).filter((name) => !name.startsWith('.'))).toEqual(['mailfold-client']);
    const files = globSync('mailfold-client/**/*', { cwd: modules }).map((name) => join(modules, name));
    expect(files.some((name) => name.endsWith('LICENSE'))).toBe(true);
    expect(files.filter((name) => /\.ts$/.test(name)).every((name) => name.endsWith('.d.ts'))).toBe(true);
    const bytes = files.reduce((sum, name) => sum + statSync(name).size, 0);
    expect(bytes).toBeLessThan(150_000);
  });

  it('has the version of the project', () => {
    const versionOf = (folder: string) =>
      JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).version;
    expect(versionOf('client')).toBe(versionOf('.'));
  });

  it(`calls every route of the local stack, without credentials, on Node ${node.version}`, async () => {
    const calls = operations.map(({ id }) => {
      const { path, query, body } = examples[id as RouteId] as Record<string, object>;
      // A cursor is valid for the stack that gave it.
      const { cursor: _, ...input } = { ...path, ...query, ...body } as Record<string, unknown>;
      return [id, input];
    });
    const program = `${start}
      const answers = {};
      for (const [id, input] of JSON.parse(given)) answers[id] = await client[id](input);
      console.log(JSON.stringify(answers));
    `;
    const answers = (await run(program, JSON.stringify(calls))) as Record<string, unknown>;
    for (const { id, answer } of operations) expect(answer.parse(answers[id])).toEqual(answers[id]);
    expect(answers).toMatchObject({
      getMessage: { summary: { hard_bounce: 1 } },
      checkSuppressions: { answers: [{ suppressed: true }, { suppressed: false }] },
      suppress: { address: 'kim@example.com', suppressed: true },
      release: { suppressed: false, ended: [{ cause: 'hard_bounce' }] },
    });
  });

  it('reads lists to their end, and tells problems by their code', async () => {
    const program = `${start}
      const addresses = Array.from({ length: 5 }, (_, index) => \`listed-\${index}@example.com\`);
      for (const address of addresses) await client.suppress({ address, because: 'asked' });
      const listed = [];
      for await (const { address } of client.eachSuppression({ reason: 'manual', limit: 2 })) listed.push(address);
      const history = [];
      await client.release({ address: addresses[0], because: 'asked again' });
      for await (const { type } of client.eachHistoryEntry({ address: addresses[0], limit: 1 })) history.push(type);
      const codeOf = (promise) => promise.then(() => 'none', (error) => error instanceof MailfoldError && error.code);
      console.log(JSON.stringify({
        missing: addresses.filter((address) => !listed.includes(address)),
        isEachOnce: new Set(listed).size === listed.length,
        history,
        codes: [
          await codeOf(client.release({ address: addresses[0], because: 'again' })),
          await codeOf(client.checkSuppressions({ addresses: ['nonsense'] })),
          await codeOf(client.getMessage({ messageId: 'unheard-of' })),
          await codeOf(new MailfoldClient({ url, profile: 'x' }).getMessage({ messageId: 'm1' })),
        ],
        statuses: [await client.messageStatus('r1'), await client.messageStatus('unheard-of')].map((each) => each?.summary ?? null),
        answers: [
          await client.mayISend(addresses[1], { whenUnsure: 'send' }),
          await client.mayISend('fresh@example.com', { whenUnsure: 'hold' }),
        ].map(({ maySend, isKnown, cause }) => [maySend, isKnown, cause?.cause]),
      }));
    `;
    expect(await run(program)).toEqual({
      missing: [],
      isEachOnce: true,
      history: ['release', 'evidence'],
      codes: ['nothing-to-release', 'not-an-address', 'message-unknown', 'no-credentials'],
      statuses: [{ hard_bounce: 1 }, null],
      answers: [
        [false, true, 'manual'],
        [true, true, null],
      ],
    });
  });

  it('can repeat a call that changes something', async () => {
    const program = `${start}
      const input = { address: 'twice@example.com', because: 'asked' };
      const answers = [];
      for (const [id, idempotencyKey] of [['suppress', 's'], ['suppress', 's'], ['release', 'r'], ['release', 'r']])
        answers.push(await client[id](input, { idempotencyKey }));
      console.log(JSON.stringify(answers.map(({ history, ended }) => [history.length, ended?.length])));
    `;
    expect(await run(program)).toEqual([
      [1, null],
      [1, null],
      [2, 1],
      [2, 1],
    ]);
  });

  it.each([
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])('has types that stand alone, for module %s with resolution %s', (module, moduleResolution) => {
    const file = join(installed.appDir, 'program.ts');
    writeFileSync(file, typedProgram);
    const settings = { module, moduleResolution, target: 'es2022', lib: ['es2022', 'dom'], types: [] };
    const compilerOptions = { ...settings, strict: true, noEmit: true, exactOptionalPropertyTypes: true };
    const project = join(installed.appDir, 'tsconfig.json');
    writeFileSync(project, JSON.stringify({ compilerOptions, files: ['program.ts'] }));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const { stdout } = spawnSync(process.execPath, [tsc, '-p', project], { encoding: 'utf8' });
    expect(stdout).toBe('');
  });

  it('runs where only the Web has its interfaces, as on an edge runtime', async () => {
    const stdin = {
      contents: "export { MailfoldClient } from 'mailfold-client';",
      resolveDir: installed.appDir,
    };
    const { outputFiles } = await build({
      stdin,
      bundle: true,
      write: false,
      format: 'iife',
      globalName: 'mailfold',
      platform: 'browser',
      logLevel: 'silent',
    });
    const web = { fetch, crypto, URL, TextEncoder, AbortSignal, AbortController, setTimeout, clearTimeout };
    const context = createContext({ ...web, url: stack.apiUrl });
    runInContext(outputFiles[0]?.text ?? '', context);
    const asked = runInContext(
      "new mailfold.MailfoldClient({ url, timeoutMillis: 60_000 }).mayISend('edge@example.com', { whenUnsure: 'hold' })",
      context,
    );
    expect(await asked).toEqual({ maySend: true, isKnown: true, cause: null });
  });
});

const typedProgram = `
  import { MailfoldClient, MailfoldError, type Cause, type SuppressionState } from 'mailfold-client';
  const client = new MailfoldClient({ url: 'http://127.0.0.1:4710' });
  export async function causesOf(addresses: readonly string[]): Promise<(Cause | undefined)[]> {
    const { answers } = await client.checkSuppressions({ addresses });
    return answers.map(({ cause }: SuppressionState) => cause?.cause);
  }
  export const isNothing = (error: unknown) => error instanceof MailfoldError && error.code === 'nothing-to-release';
  // @ts-expect-error because is missing
  void client.suppress({ address: 'a@example.com' });
  // @ts-expect-error no such cause
  void client.listSuppressions({ reason: 'boredom' });
`;
