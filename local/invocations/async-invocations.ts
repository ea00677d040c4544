import { setTimeout as delay } from 'node:timers/promises';
import type { Invocation } from '../function-environment.ts';
import type { FunctionPool } from '../function-pool.ts';

/** How Lambda treats events that nobody waits for. */
export type AsyncSettings = {
  readonly mostRetries: number;
  readonly mostAgeSeconds: number;
  /** The longest pause before a failed event is tried again. */
  readonly retrySeconds: number;
};

/** An event that Lambda has given up. */
export type FailedEvent = {
  readonly condition: 'RetriesExhausted' | 'EventAgeExceeded';
  readonly payload: unknown;
  readonly invocations: number;
  readonly error: { readonly errorType: string; readonly errorMessage: string };
};

export type AsyncInvocations = {
  /** Returns at once: the event is handled later, and again when it fails. */
  accept(pool: FunctionPool, payload: unknown, settings: AsyncSettings, onFailure: OnFailure): void;
  /** Drops the events that wait for a retry, and resolves when none is being handled. */
  stop(): Promise<void>;
};

type OnFailure = (failed: FailedEvent) => Promise<void>;

/** AWS waits one minute before the first retry, and two before the second. */
const pauseSeconds = 60;

export function createAsyncInvocations(): AsyncInvocations {
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();

  async function handle(
    pool: FunctionPool,
    payload: unknown,
    { mostRetries, mostAgeSeconds, retrySeconds }: AsyncSettings,
    onFailure: OnFailure,
  ): Promise<void> {
    const acceptedAt = Date.now();
    for (let attempt = 1; !stopping.signal.aborted; attempt += 1) {
      const invocation: Invocation = await pool.invoke(payload);
      if (invocation.ok || stopping.signal.aborted) return;
      const { error } = invocation;
      const isTooOld = Date.now() - acceptedAt > mostAgeSeconds * 1_000;
      if (isTooOld || attempt > mostRetries) {
        const condition = isTooOld ? 'EventAgeExceeded' : 'RetriesExhausted';
        await onFailure({ condition, payload, invocations: attempt, error });
        return;
      }
      const pause = Math.min(retrySeconds, pauseSeconds * attempt) * 1_000;
      await delay(pause, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  return {
    accept(pool, payload, settings, onFailure) {
      const handling = handle(pool, payload, settings, onFailure).catch(() => {});
      running.add(handling);
      void handling.finally(() => running.delete(handling));
    },
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}
