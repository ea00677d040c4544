import { type ChildProcess, fork } from 'node:child_process';

export type Child = {
  /** Sends a message and waits for its answer; one at a time. */
  ask<Answer>(question: unknown): Promise<Answer>;
  /** Waits for the next message without asking. */
  next<Answer>(): Promise<Answer>;
  /** Bytes and lines written to its log so far. */
  logged(): { readonly bytes: number; readonly lines: number };
  stop(): Promise<void>;
};

/** Starts a separate process, so that its CPU time, garbage and log can be measured alone. */
export function startChild(
  file: URL,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Child {
  const child: ChildProcess = fork(file, args, {
    // The log is written as in production, but only counted.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    execArgv: ['--expose-gc', '--disable-warning=DEP0169'],
    env: { ...process.env, ...env },
  });
  const logged = { bytes: 0, lines: 0 };
  child.stdout?.on('data', (chunk: Buffer) => {
    logged.bytes += chunk.length;
    logged.lines += chunk.toString().split('\n').length - 1;
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const next = <Answer>() =>
    Promise.race([
      new Promise<Answer>((resolve) => child.once('message', (message) => resolve(message as Answer))),
      exited.then((): Answer => {
        throw new Error(`expected an answer from ${file.pathname}, but the process has ended`);
      }),
    ]);
  return {
    next,
    ask(question) {
      const answer = next<never>();
      child.send(question as object);
      return answer;
    },
    logged: () => ({ ...logged }),
    async stop() {
      child.kill();
      await exited;
    },
  };
}
