import { type Environment, failed, type Invocation, startEnvironment } from './function-environment.ts';
import type { FunctionError } from './function-process.ts';
import type { FunctionSettings } from './function-settings.ts';
import type { LogLine } from './observed.ts';
import { createPlaces } from './places.ts';

export type FunctionPool = {
  readonly settings: FunctionSettings;
  /** Of the running processes. */
  readonly pids: readonly number[];
  invoke(event: unknown): Promise<Invocation>;
  /** Starts one environment ahead of the first event. */
  warm(): Promise<void>;
  stop(): Promise<void>;
};

export type FunctionPoolOptions = {
  /** Environments at a time, at most; the template may reserve fewer. @default 2 */
  readonly concurrency?: number;
  readonly onLog?: (line: LogLine) => void;
};

/** A function and its execution environments, each a process of its own. */
export function createFunctionPool(
  settings: FunctionSettings,
  { concurrency = 2, onLog }: FunctionPoolOptions = {},
): FunctionPool {
  const places = createPlaces(
    Math.max(1, Math.min(concurrency, settings.reservedConcurrency ?? concurrency)),
  );
  const environments = new Set<Environment>();
  const idle: Environment[] = [];
  let stopped = false;

  async function invoke(event: unknown): Promise<Invocation> {
    if (stopped) return failed('Stopped', 'the local stack is stopping');
    const environment = takeAlive(idle) ?? start();
    const invocation = await environment.invoke(event);
    if (environment.alive) idle.push(environment);
    if (!invocation.ok) onLog?.(errorLine(settings.name, invocation.error));
    return invocation;
  }

  function start(): Environment {
    const environment = startEnvironment(settings, (line) => onLog?.(line));
    environments.add(environment);
    void environment.exited.then(() => environments.delete(environment));
    return environment;
  }

  return {
    settings,
    invoke: (event) => places.hold(() => invoke(event)),
    get pids() {
      return [...environments].flatMap(({ pid }) => pid ?? []);
    },
    async warm() {
      const environment = start();
      const error = await environment.ready;
      if (error) onLog?.(errorLine(settings.name, error));
      else idle.push(environment);
    },
    async stop() {
      stopped = true;
      await Promise.all([...environments].map((environment) => environment.stop()));
    },
  };
}

/** Logged as the runtime does on AWS. */
function errorLine(functionName: string, { errorType, errorMessage, trace }: FunctionError): LogLine {
  const text = JSON.stringify({ level: 'ERROR', message: errorMessage, errorType, trace });
  return { functionName, stream: 'stderr', text };
}

function takeAlive(idle: Environment[]): Environment | undefined {
  // The one that was used last, so that few environments stay busy and warm.
  for (let found = idle.pop(); found; found = idle.pop()) if (found.alive) return found;
  return undefined;
}
