const minute = 60;
const hour = 60 * minute;

/** How long to wait after each attempt that failed. The last attempt is a day after the first. */
export const retryDelaysSeconds: readonly number[] = [
  5,
  5 * minute,
  25 * minute,
  1.5 * hour,
  4 * hour,
  8 * hour,
  10 * hour,
];

export const mostAttempts = retryDelaysSeconds.length + 1;

/** Undefined when there is no further attempt. */
export function delayAfter(attempt: number): number | undefined {
  return retryDelaysSeconds[attempt - 1];
}
