import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { FromFunction, FunctionError, ToFunction } from './function-process.ts';
import type { FunctionSettings } from './function-settings.ts';
import type { LogLine } from './observed.ts';

export type Invocation =
  | { readonly ok: true; readonly response: unknown }
  | { readonly ok: false; readonly error: FunctionError };

/** A process that has loaded a function's module and handles one event at a time. */
export type Environment = {
  readonly pid: number | undefined;
  readonly alive: boolean;
  /** Settles when the module has loaded or failed to. */
  readonly ready: Promise<FunctionError | undefined>;
  readonly exited: Promise<void>;
  invoke(event: unknown): Promise<Invocation>;
  stop(): Promise<void>;
};

/** Lambda gives a module 10 seconds to load; a busy laptop may need more. */
const initSeconds = 30;

const program = fileURLToPath(new URL('./function-process.ts', import.meta.url));

export function startEnvironment(settings: FunctionSettings, onLog: (line: LogLine) => void): Environment {
  const child = startProcess(settings, onLog);
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
  const ready = untilLoaded(child).then((error) => {
    if (error) kill();
    return error;
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
      const error = await ready;
      return error ? { ok: false, error } : invokeIn(child, event, settings.timeoutSeconds, kill);
    },
    async stop() {
      kill();
      await exited;
    },
  };
}

function startProcess(settings: FunctionSettings, onLog: (line: LogLine) => void): ChildProcess {
  const child = fork(program, [settings.modulePath, settings.exportName, settings.arn], {
    // Without this process's own environment, so that nothing depends on the user's shell.
    env: {
      PATH: process.env['PATH'] ?? '',
      ...settings.environment,
      ...(settings.compiledDir !== undefined && { NODE_COMPILE_CACHE: settings.compiledDir }),
    },
    execArgv: [`--max-old-space-size=${settings.memoryMegabytes}`],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Ctrl-C in a terminal reaches the whole process group; a function must be able to finish its event.
    detached: true,
  });
  forwardLines(child.stdout, (text) => onLog({ functionName: settings.name, stream: 'stdout', text }));
  forwardLines(child.stderr, (text) => onLog({ functionName: settings.name, stream: 'stderr', text }));
  return child;
}

async function untilLoaded(child: ChildProcess): Promise<FunctionError | undefined> {
  const outcome = await firstOf(child, initSeconds, (message) => {
    if (message.type === 'ready') return { error: undefined };
    return message.type === 'init-failed' ? { error: message.error } : undefined;
  });
  if (outcome.type === 'message') return outcome.value.error;
  return outcome.type === 'exited'
    ? { errorType: 'Runtime.ExitError', errorMessage: 'the process ended while loading its module' }
    : { errorType: 'Sandbox.Timedout', errorMessage: `Loading took more than ${initSeconds} seconds` };
}

async function invokeIn(
  child: ChildProcess,
  event: unknown,
  timeoutSeconds: number,
  kill: () => void,
): Promise<Invocation> {
  const id = randomUUID();
  const deadline = Date.now() + timeoutSeconds * 1_000;
  const message: ToFunction = { id, event: JSON.stringify(event), deadline };
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
}

type Outcome<T> = { type: 'message'; value: T } | { type: 'exited' } | { type: 'timeout' };

/** Whichever comes first: the awaited message, the end of the process, or the timeout. */
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

export function failed(errorType: string, errorMessage: string): Invocation {
  return { ok: false, error: { errorType, errorMessage } };
}

function howItEnded({ exitCode, signalCode }: ChildProcess): string {
  return signalCode ? `signal ${signalCode}` : `exit code ${exitCode}`;
}

function forwardLines(stream: Readable | null, onLine: (text: string) => void): void {
  if (stream) createInterface({ input: stream }).on('line', (text) => text.trim() && onLine(text));
}
