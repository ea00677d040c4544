import { setTimeout as delay } from 'node:timers/promises';

/** Returns false as soon as it is time to stop. */
export async function pause(seconds: number, stopping: AbortSignal): Promise<boolean> {
  await delay(seconds * 1_000, undefined, { signal: stopping }).catch(() => {});
  return !stopping.aborted;
}
