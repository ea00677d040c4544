const firstMillis = 200;
const longestMillis = 5_000;

/** How long to wait before the next try: twice as long each time, and at random, so that many callers do not come at once. */
export function pauseMillis(
  tries: number,
  retryAfter?: string | null,
  random: () => number = Math.random,
): number {
  const asked = Number(retryAfter ?? Number.NaN) * 1_000;
  if (asked >= 0) return Math.min(asked, longestMillis);
  const most = Math.min(firstMillis * 2 ** (tries - 1), longestMillis);
  return most / 2 + (random() * most) / 2;
}

/** Rejects with the reason of the signal when that is aborted. */
export function pause(millis: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, millis);
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true });
  });
}
