import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';

const foreground = new URL('../../local/foreground.ts', import.meta.url).href;

/** A run with two steps to stop, the second of which takes a while; `body` is what happens at the start. */
const program = (body: string) => `
  const { runInForeground } = await import(${JSON.stringify(foreground)});
  const say = (text) => process.stdout.write(text + '\\n');
  await runInForeground({
    async start({ stopping, onStop }) {
      onStop(() => say('first'));
      onStop(async () => { await new Promise((done) => setTimeout(done, 100)); say('second'); });
      ${body}
    },
    onStopping: (signal) => say(signal),
    onError: (error) => say(error.message),
  });`;

const running = `setInterval(() => {}, 1_000); say('ready');`;

let child: ChildProcess | undefined;
afterEach(() => child?.kill('SIGKILL'));

function run(command: string, args: string[], env: Record<string, string> = {}) {
  const started = spawn(command, args, {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child = started;
  let said = '';
  started.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  return {
    started,
    said: () => said.split('\n').filter((line) => line && line !== 'ready'),
    ready: () => vi.waitFor(() => expect(said).toContain('ready'), 10_000),
  };
}

const runNode = (body: string) => run(process.execPath, ['--input-type=module', '-e', program(body)]);

describe('a run in the foreground', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'on %s stops step by step, the latest first',
    async (signal) => {
      const { started, said, ready } = runNode(running);
      await ready();
      started.kill(signal);
      expect(await once(started, 'close')).toEqual([0, null]);
      expect(said()).toEqual([signal, 'second', 'first']);
    },
  );

  it('ends at once at the second signal', async () => {
    const { started, said, ready } = runNode(`onStop(() => new Promise(() => {})); ${running}`);
    await ready();
    started.kill('SIGINT');
    await vi.waitFor(() => expect(said()).toEqual(['SIGINT']));
    started.kill('SIGINT');
    expect(await once(started, 'close')).toEqual([130, null]);
    expect(said()).toEqual(['SIGINT']);
  });

  it('that is stopped while it starts waits for the start to end, and then undoes it', async () => {
    const { started, said, ready } = runNode(`
      say('ready');
      await new Promise((resolve, reject) => {
        setInterval(() => {}, 1_000);
        stopping.addEventListener('abort', () => reject(new Error('given up')));
      });`);
    await ready();
    started.kill('SIGTERM');
    expect(await once(started, 'close')).toEqual([0, null]);
    expect(said()).toEqual(['SIGTERM', 'second', 'first']);
  });

  it('that comes to its end undoes what it began, and ends with its own exit code', async () => {
    const { started, said } = runNode(`setInterval(() => {}, 1_000); return 7;`);
    expect(await once(started, 'close')).toEqual([7, null]);
    expect(said()).toEqual(['second', 'first']);
  });

  it('that is stopped before its end has the exit code it chooses for that', async () => {
    const { started, said, ready } = runNode(`
      say('ready');
      return await new Promise((resolve) => {
        setInterval(() => {}, 1_000);
        stopping.addEventListener('abort', () => resolve(130));
      });`);
    await ready();
    started.kill('SIGINT');
    expect(await once(started, 'close')).toEqual([130, null]);
    expect(said()).toEqual(['SIGINT', 'second', 'first']);
  });

  it('that cannot start reports the error, undoes what it began and fails', async () => {
    const { started, said } = runNode(`throw new Error('no engine');`);
    expect(await once(started, 'close')).toEqual([1, null]);
    expect(said()).toEqual(['no engine', 'second', 'first']);
  });

  it('under npm stops when the shell of npm is gone', async () => {
    // The trailing command keeps the shell from replacing itself with node.
    const shell = run(
      '/bin/sh',
      ['-c', '"$0" --input-type=module -e "$1"; :', process.execPath, program(running)],
      {
        npm_lifecycle_event: 'start',
      },
    );
    await shell.ready();
    shell.started.kill('SIGKILL');
    // The output is open for as long as the process below the shell lives.
    await once(shell.started, 'close');
    expect(shell.said()).toEqual(['SIGHUP', 'second', 'first']);
  });
});
