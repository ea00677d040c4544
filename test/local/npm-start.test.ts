import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isAlive } from '../../cli/local-endpoints.ts';
import { closeServer, listen } from '../../local/http-server.ts';
import { temporaryFolder } from './support/assembly.ts';

const program = fileURLToPath(new URL('../../bin/local.ts', import.meta.url));
const dynamoDbLocal = new URL('../../local/dynamodb-local.ts', import.meta.url).href;
const functionPool = new URL('../../local/function-pool.ts', import.meta.url).href;

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const start = (...options: string[]) =>
  new Promise<{ code: number | null; stderr: string }>((resolve) => {
    const child = spawn(process.execPath, [program, ...options], { cwd: folder.path });
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    child.once('close', (code) => resolve({ code, stderr }));
  });

describe('npm start', () => {
  it('ends at once when its port is in use, with one line', async () => {
    const other = createServer();
    const port = await listen(other, 0);
    const ended = await start('--port', String(port));
    await closeServer(other);
    expect(ended).toEqual({
      code: 1,
      stderr: `port ${port} is in use; stop the program that uses it, or choose another port: --port ${port + 1}\n`,
    });
  });

  it.each([
    [['--port', 'webhooks'], /^--port: expected a whole number from 0 to 65535, found "webhooks"\n$/],
    [['--prot', '8080'], /^Unknown option '--prot'; `npm start -- --help` lists the options\n$/],
    [
      ['--stage', 'prd'],
      /^[^\n]*expected --stage with one of dev, prod, found "prd"; did you mean prod\?\n$/,
    ],
  ])(
    'says in one line what is wrong with %s, and ends as any command does on wrong usage',
    async (options, said) => {
      expect(await start(...options)).toEqual({ code: 2, stderr: expect.stringMatching(said) });
    },
  );
});

/** Runs `source` until it prints the id of a process it started; then kills it, without a chance to clean up. */
async function killRunner(source: string): Promise<number> {
  const runner: ChildProcess = spawn(process.execPath, ['--input-type=module', '-e', source], {
    cwd: folder.path,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = (await once(runner.stdout ?? runner, 'data')) as [Buffer];
  const pid = Number(said.toString());
  expect(isAlive(pid)).toBe(true);
  runner.kill('SIGKILL');
  return pid;
}

/** The members of a process group that have not ended. */
const membersOf = (group: number) =>
  spawnSync('ps', ['-eo', 'pgid=,stat=,args='], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter((line) => Number(line.trim().split(/\s+/)[0]) === group && !/^\s*\d+\s+Z/.test(line));

describe('when the runner is killed', () => {
  it('Java ends too', async () => {
    const group = await killRunner(`
      const { startDynamoDbLocal } = await import(${JSON.stringify(dynamoDbLocal)});
      const { pid } = await startDynamoDbLocal({ quickStart: true });
      console.log(pid);`);
    await vi.waitFor(() => expect(membersOf(group)).toEqual([]), 10_000);
  });

  it('the functions end too', async () => {
    const pid = await killRunner(`
      import { writeFileSync } from 'node:fs';
      writeFileSync('index.mjs', 'export const handler = () => {}; setInterval(() => {}, 1000);');
      const { createFunctionPool } = await import(${JSON.stringify(functionPool)});
      const pool = createFunctionPool({ name: 'f', arn: 'f', modulePath: process.cwd() + '/index.mjs',
        exportName: 'handler', timeoutSeconds: 9, memoryMegabytes: 128, environment: {} });
      await pool.warm();
      console.log(pool.pids[0]);`);
    await vi.waitFor(() => expect(membersOf(pid)).toEqual([]), 10_000);
  });
});
