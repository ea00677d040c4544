import { setTimeout as delay } from 'node:timers/promises';

/** Repeats a question until it has an answer. Throws when there is none for a long time. */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T | undefined | false> | T | undefined | false,
  patienceMillis = 60_000,
): Promise<T> {
  const end = Date.now() + patienceMillis;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > end)
      throw new Error(`expected ${what} within ${patienceMillis / 1000} s, found nothing`);
    await delay(50);
  }
}
