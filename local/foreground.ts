import { createUndo } from './undo.ts';

export type Foreground = {
  /** Aborted when the run is to end, also while it is still starting. */
  readonly stopping: AbortSignal;
  /** Steps are taken at the end, the latest first. */
  onStop(step: () => unknown): void;
};

type ForegroundRun = {
  start(foreground: Foreground): Promise<void>;
  onStopping(signal: NodeJS.Signals): void;
  onError(error: unknown): void;
};

/** Runs until Ctrl-C, or until the terminal or npm is gone; then takes the steps to stop and ends the process. */
export async function runInForeground({ start, onStopping, onError }: ForegroundRun): Promise<void> {
  const stopping = new AbortController();
  const undo = createUndo();
  let starting: Promise<void> = Promise.resolve();

  async function stop(signal: NodeJS.Signals): Promise<void> {
    // A second signal ends this process at once; those it has started notice, and end as well.
    if (stopping.signal.aborted) process.exit(130);
    stopping.abort();
    onStopping(signal);
    await starting;
    await undo.all();
    process.exit(0);
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(signal));
  whenNpmIsGone(() => void stop('SIGHUP'), stopping.signal);
  // The terminal may be gone already, and what is written there with it.
  process.stdout.on('error', () => {});

  starting = start({ stopping: stopping.signal, onStop: undo.add }).catch(async (error) => {
    if (stopping.signal.aborted) return;
    onError(error);
    stopping.abort();
    await undo.all();
    process.exit(1);
  });
  await starting;
}

/** npm hands a signal to its shell, and the shell dies of it without a word to this process. */
function whenNpmIsGone(gone: () => void, stopping: AbortSignal): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const shell = process.ppid;
  const watch = setInterval(() => process.ppid !== shell && gone(), 500);
  stopping.addEventListener('abort', () => clearInterval(watch));
}
