import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { FromFunction, FunctionError, ToFunction } from './function-process.ts';
import type { FunctionSettings } from './function-settings.ts';

export type Invocation =
  | { readonly ok: true; readonly response: unknown }
  | { readonly ok: false; readonly error: FunctionError };

export type LogLine = {
  readonly functionName: string;
  readonly stream: 'stdout' | 'stderr';
  readonly text: string;
};

export type FunctionPool = {
  readonly settings: FunctionSettings;
  /** Of the processes that are up now. */
  readonly pids: readonly number[];
  invoke(event: unknown): Promise<Invocation>;
  /** Starts one environment ahead of the first event. */
  warm(): Promise<void>;
  stop(): Promise<void>;
};

export type FunctionPoolOptions = {
  /** Environments at a time, if the template reserves no fewer. @default 2 */
  readonly concurrency?: number;
  readonly onLog?: (line: LogLine) => void;
};

/** Lambda gives a module 10 seconds to load; a busy laptop may need more. */
const initSeconds = 30;

const program = fileURLToPath(new URL('./function-process.ts', import.meta.url));

/** A function and its execution environments, each a process of its own that handles one event at a time. */
export function createFunctionPool(
  settings: FunctionSettings,
  options: FunctionPoolOptions = {},
): FunctionPool {
  const { concurrency = 2, onLog } = options;
  const limit = Math.max(1, Math.min(concurrency, settings.reservedConcurrency ?? concurrency));
  const environments = new Set<Environment>();
  const idle: Environment[] = [];
  const waiting: (() => void)[] = [];
  let busy = 0;
  let stopped = false;

  async function invoke(event: unknown): Promise<Invocation> {
    // Whoever waits is handed the place of the one that leaves, so that nobody can slip in between.
    if (busy >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else busy += 1;
    try {
      if (stopped) return failed('Stopped', 'the local stack is stopping');
      const environment = takeIdle() ?? start();
      const invocation = await environment.invoke(event);
      if (environment.alive) idle.push(environment);
      if (!invocation.ok) report(invocation.error);
      return invocation;
    } finally {
      const next = waiting.shift();
      if (next) next();
      else busy -= 1;
    }
  }

  /** On AWS the runtime writes an error to the function's log; so it does here. */
  function report({ errorType, errorMessage, trace }: FunctionError): void {
    const text = JSON.stringify({ level: 'ERROR', message: errorMessage, errorType, trace });
    onLog?.({ functionName: settings.name, stream: 'stderr', text });
  }

  function takeIdle(): Environment | undefined {
    // The one used last: those used less may have ended, and a small number of warm ones does the work.
    for (let found = idle.pop(); found; found = idle.pop()) if (found.alive) return found;
    return undefined;
  }

  function start(): Environment {
    const environment = startEnvironment(settings, (line) => onLog?.(line));
    environments.add(environment);
    void environment.exited.then(() => environments.delete(environment));
    return environment;
  }

  return {
    settings,
    invoke,
    get pids() {
      return [...environments].flatMap(({ pid }) => pid ?? []);
    },
    async warm() {
      const environment = start();
      const error = await environment.ready;
      if (error) report(error);
      else idle.push(environment);
    },
    async stop() {
      stopped = true;
      await Promise.all([...environments].map((environment) => environment.stop()));
    },
  };
}

type Environment = {
  readonly pid: number | undefined;
  readonly alive: boolean;
  /** Settles when the module has loaded or failed to. */
  readonly ready: Promise<FunctionError | undefined>;
  readonly exited: Promise<void>;
  invoke(event: unknown): Promise<Invocation>;
  stop(): Promise<void>;
};

function startEnvironment(settings: FunctionSettings, onLog: (line: LogLine) => void): Environment {
  const child = fork(program, [settings.modulePath, settings.exportName, settings.arn], {
    // Nothing of this process's own environment: what works here must not depend on somebody's shell.
    env: { PATH: process.env['PATH'] ?? '', ...settings.environment },
    execArgv: [`--max-old-space-size=${settings.memoryMegabytes}`],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Ctrl-C in a terminal reaches a whole process group; what a function has begun it may finish.
    detached: true,
  });
  forwardLines(child.stdout, (text) => onLog({ functionName: settings.name, stream: 'stdout', text }));
  forwardLines(child.stderr, (text) => onLog({ functionName: settings.name, stream: 'stderr', text }));
  let alive = true;
  const exited = new Promise<void>((resolve) => {
    const gone = () => {
      alive = false;
      resolve();
    };
    child.once('exit', gone);
    child.once('error', gone);
  });
  const kill = () => {
    alive = false;
    child.kill('SIGKILL');
  };

  const ready = firstOf(child, initSeconds, (message) => {
    if (message.type === 'ready') return { error: undefined };
    return message.type === 'init-failed' ? { error: message.error } : undefined;
  }).then((outcome) => {
    if (outcome.type === 'message' && !outcome.value.error) return undefined;
    kill();
    if (outcome.type === 'message') return outcome.value.error;
    return outcome.type === 'exited'
      ? { errorType: 'Runtime.ExitError', errorMessage: 'the process ended while loading its module' }
      : { errorType: 'Sandbox.Timedout', errorMessage: `Loading took more than ${initSeconds} seconds` };
  });

  return {
    ready,
    exited,
    get pid() {
      return child.pid;
    },
    get alive() {
      return alive;
    },
    async invoke(event) {
      const initError = await ready;
      if (initError) return { ok: false, error: initError };
      const id = randomUUID();
      const { timeoutSeconds } = settings;
      const message: ToFunction = {
        id,
        event: JSON.stringify(event),
        deadline: Date.now() + timeoutSeconds * 1_000,
      };
      const settled = firstOf(child, timeoutSeconds, (answer) =>
        (answer.type === 'answer' || answer.type === 'failure') && answer.id === id ? answer : undefined,
      );
      if (child.connected) child.send(message, () => {});
      const outcome = await settled;
      if (outcome.type === 'timeout') {
        kill();
        return failed('Sandbox.Timedout', `Task timed out after ${timeoutSeconds.toFixed(2)} seconds`);
      }
      if (outcome.type === 'exited') {
        return failed('Runtime.ExitError', `the process ended during the invocation (${howItEnded(child)})`);
      }
      const answer = outcome.value;
      return answer.type === 'failure'
        ? { ok: false, error: answer.error }
        : { ok: true, response: JSON.parse(answer.response) };
    },
    async stop() {
      kill();
      await exited;
    },
  };
}

type Outcome<T> = { type: 'message'; value: T } | { type: 'exited' } | { type: 'timeout' };

/** What comes first: the message that is waited for, the end of the process, or the end of patience. */
function firstOf<T>(
  child: ChildProcess,
  seconds: number,
  select: (message: FromFunction) => T | undefined,
): Promise<Outcome<T>> {
  return new Promise((resolve) => {
    const settle = (outcome: Outcome<T>) => {
      clearTimeout(timer);
      child.off('message', listener);
      child.off('exit', gone);
      child.off('error', gone);
      resolve(outcome);
    };
    const gone = () => settle({ type: 'exited' });
    const listener = (message: unknown) => {
      const value = select(message as FromFunction);
      if (value !== undefined) settle({ type: 'message', value });
    };
    const timer = setTimeout(() => settle({ type: 'timeout' }), seconds * 1_000);
    child.on('message', listener);
    child.once('exit', gone);
    child.once('error', gone);
    if (child.exitCode !== null || child.signalCode !== null) gone();
  });
}

function failed(errorType: string, errorMessage: string): Invocation {
  return { ok: false, error: { errorType, errorMessage } };
}

function howItEnded({ exitCode, signalCode }: ChildProcess): string {
  return signalCode ? `signal ${signalCode}` : `exit code ${exitCode}`;
}

function forwardLines(stream: Readable | null, onLine: (text: string) => void): void {
  if (stream) createInterface({ input: stream }).on('line', (text) => text.trim() && onLine(text));
}
