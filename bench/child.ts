import { type ChildProcess, fork } from 'node:child_process';

export type Child = {
  /** Sends a message and waits for the answer to it; one at a time. */
  ask<Answer>(question: unknown): Promise<Answer>;
  /** The next message, unasked. */
  next<Answer>(): Promise<Answer>;
  /** Bytes and lines that it has written to its log so far. */
  logged(): { readonly bytes: number; readonly lines: number };
  stop(): Promise<void>;
};

/** A process of its own, so that its CPU time, its garbage and its log are nobody else's. */
export function startChild(
  file: URL,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Child {
  const child: ChildProcess = fork(file, args, {
    // What is logged is written, as it would be, and only counted.
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
        throw new Error(`expected an answer of ${file.pathname}, found that it has ended`);
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
