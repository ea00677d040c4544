import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isAlive } from '../../cli/local-endpoints.ts';
import type { FunctionPool } from '../../local/function-pool.ts';
import type { LogLine } from '../../local/observed.ts';
import { temporaryFolder } from './support/assembly.ts';
import { functionOf } from './support/functions.ts';

let folder: ReturnType<typeof temporaryFolder>;
let pool: FunctionPool | undefined;

beforeEach(() => {
  folder = temporaryFolder();
});

afterEach(async () => {
  await pool?.stop();
  folder.remove();
});

describe('a function', () => {
  it('sees its own environment variables, and none of the parent process', async () => {
    process.env['SECRET_OF_THE_SHELL'] = 'x';
    pool = functionOf(folder.path, 'export const handler = () => Object.keys(process.env)', {
      environment: { MESSAGES_TABLE: 'messages' },
    });
    const invocation = await pool.invoke({});
    delete process.env['SECRET_OF_THE_SHELL'];
    const names = (invocation as { response: string[] }).response;
    expect(names).toContain('MESSAGES_TABLE');
    expect(names).not.toContain('SECRET_OF_THE_SHELL');
  });

  it('gets its event, and a context that counts down the remaining time', async () => {
    pool = functionOf(
      folder.path,
      `export const handler = async (event, context) =>
        ({ event, left: context.getRemainingTimeInMillis(), arn: context.invokedFunctionArn, id: context.awsRequestId })`,
    );
    const { response } = (await pool.invoke({ a: ['ä', 1] })) as { response: Record<string, unknown> };
    expect(response['event']).toEqual({ a: ['ä', 1] });
    expect(response['left']).toBeGreaterThan(3_000);
    expect(response['left']).toBeLessThanOrEqual(5_000);
    expect(response['arn']).toMatch(/:function:tiny$/);
    expect(response['id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('that takes too long is ended, and the next event gets a new process', async () => {
    pool = functionOf(
      folder.path,
      'export const handler = (event) => { if (event.hang) for (;;); return process.pid }',
      { timeoutSeconds: 1 },
    );
    const before = await pool.invoke({});
    expect(await pool.invoke({ hang: true })).toMatchObject({
      ok: false,
      error: { errorMessage: 'Task timed out after 1.00 seconds' },
    });
    const after = await pool.invoke({});
    expect(after.ok).toBe(true);
    expect(after).not.toEqual(before);
  });

  it('whose process dies has failed, and the next event gets a new process', async () => {
    pool = functionOf(
      folder.path,
      'export const handler = (event) => { if (event.die) process.exit(3); return "up" }',
    );
    expect(await pool.invoke({ die: true })).toMatchObject({
      ok: false,
      error: { errorType: 'Runtime.ExitError', errorMessage: expect.stringContaining('exit code 3') },
    });
    expect(await pool.invoke({})).toEqual({ ok: true, response: 'up' });
  });

  it('that throws has failed with its error, and takes the next event', async () => {
    pool = functionOf(
      folder.path,
      'let calls = 0; export const handler = () => { calls += 1; if (calls === 1) throw new TypeError("no"); return calls }',
      {},
      { concurrency: 1 },
    );
    expect(await pool.invoke({})).toMatchObject({
      ok: false,
      error: { errorType: 'TypeError', errorMessage: 'no' },
    });
    expect(await pool.invoke({})).toEqual({ ok: true, response: 2 });
  });

  it('that cannot be loaded says why', async () => {
    pool = functionOf(folder.path, 'throw new Error("MESSAGES_TABLE is not set")');
    expect(await pool.invoke({})).toMatchObject({
      ok: false,
      error: { errorMessage: 'MESSAGES_TABLE is not set' },
    });
  });

  it('handles one event at a time in each process, and has no more processes than allowed', async () => {
    pool = functionOf(
      folder.path,
      `let inside = 0;
       export const handler = async () => {
         inside += 1;
         const most = inside;
         await new Promise((resolve) => setTimeout(resolve, 20));
         inside -= 1;
         return [process.pid, most];
       }`,
      { reservedConcurrency: 2 },
      { concurrency: 5 },
    );
    const burst = () => Promise.all(Array.from({ length: 8 }, () => pool?.invoke({})));
    const invocations = [...(await burst()), ...(await burst())];
    const answers = invocations.map((invocation) => (invocation as { response: [number, number] }).response);
    expect(new Set(answers.map(([pid]) => pid)).size).toBe(2);
    expect(answers.every(([, inside]) => inside === 1)).toBe(true);
  });

  it('appears in the log, whether it writes a line or fails', async () => {
    const lines: LogLine[] = [];
    pool = functionOf(
      folder.path,
      'export const handler = () => { console.log("hello"); throw new Error("broken") }',
      {},
      { onLog: (line) => lines.push(line) },
    );
    await pool.invoke({});
    await vi.waitFor(() => {
      expect(lines).toContainEqual({ functionName: 'tiny', stream: 'stdout', text: 'hello' });
      expect(lines.some(({ text }) => text.includes('broken'))).toBe(true);
    });
  });

  it('is gone when the stack has stopped, even in the middle of an event', async () => {
    pool = functionOf(
      folder.path,
      'export const handler = () => new Promise(() => setInterval(() => {}, 1000))',
    );
    await pool.warm();
    const invocation = pool.invoke({});
    const [pid = 0] = pool.pids;
    expect(isAlive(pid)).toBe(true);
    await pool.stop();
    expect(isAlive(pid)).toBe(false);
    expect(await invocation).toMatchObject({ ok: false });
  });
});
