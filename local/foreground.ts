import { createUndo } from './undo.ts';

export type Foreground = {
  /** Aborted when the run must end, even while it is starting. */
  readonly stopping: AbortSignal;
  /** Runs the steps at the end, the latest first. */
  onStop(step: () => unknown): void;
};

type ForegroundRun = {
  /** Returns the exit code if that is the end of the run; undefined if the run lasts until it is stopped. */
  start(foreground: Foreground): Promise<number | undefined>;
  onStopping(signal: NodeJS.Signals): void;
  onError(error: unknown): void;
};

/** Runs to its end, or until Ctrl-C, or until the terminal or npm is gone; then runs the stop steps and ends the process. */
export async function runInForeground({ start, onStopping, onError }: ForegroundRun): Promise<void> {
  const stopping = new AbortController();
  const undo = createUndo();
  let starting: Promise<number | undefined> = Promise.resolve(undefined);

  async function stop(signal: NodeJS.Signals): Promise<void> {
    // A second signal ends this process at once; its children notice, and end too.
    if (stopping.signal.aborted) process.exit(130);
    stopping.abort();
    onStopping(signal);
    const exitCode = await starting;
    await undo.all();
    process.exit(exitCode ?? 0);
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(signal));
  whenNpmIsGone(() => void stop('SIGHUP'), stopping.signal);
  // The terminal may already be gone; writing to it must not crash the shutdown.
  process.stdout.on('error', () => {});

  starting = start({ stopping: stopping.signal, onStop: undo.add }).catch(async (error) => {
    if (stopping.signal.aborted) return undefined;
    onError(error);
    stopping.abort();
    await undo.all();
    process.exit(1);
  });
  const exitCode = await starting;
  if (exitCode === undefined || stopping.signal.aborted) return;
  stopping.abort();
  await undo.all();
  process.exit(exitCode);
}

/** npm passes a signal to its shell, which ends without passing it on to this process. */
function whenNpmIsGone(gone: () => void, stopping: AbortSignal): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const shell = process.ppid;
  const watch = setInterval(() => process.ppid !== shell && gone(), 500);
  stopping.addEventListener('abort', () => clearInterval(watch));
}
