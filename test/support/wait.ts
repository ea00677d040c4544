import { setTimeout as delay } from 'node:timers/promises';

/** Asks until the answer is there. Conditions end a wait, not the clock; the clock only ends a hopeless one. */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T | undefined | false> | T | undefined | false,
  patienceMillis = 60_000,
): Promise<T> {
  const end = Date.now() + patienceMillis;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > end) throw new Error(`waited ${patienceMillis / 1000} s in vain for ${what}`);
    await delay(50);
  }
}
