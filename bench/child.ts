import { type ChildProcess, fork } from 'node:child_process';

export type Child = {
  /** Sends a message and waits for the answer to it; one at a time. */
  ask<Answer>(question: unknown): Promise<Answer>;
  /** The next message, unasked. */
  next<Answer>(): Promise<Answer>;
  stop(): Promise<void>;
};

/** A process of its own, so that its CPU time, its garbage and its log are nobody else's. */
export function startChild(
  file: URL,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Child {
  const child: ChildProcess = fork(file, args, {
    // What is logged has been written, and goes nowhere.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: ['--expose-gc', '--disable-warning=DEP0169'],
    env: { ...process.env, ...env },
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
    async stop() {
      child.kill();
      await exited;
    },
  };
}
