import type { RefusalReason, VerifyContext } from './provider.ts';

/** Undefined when the signed time is within the tolerance, in either direction. */
export function refusalOfTime(
  secondsText: string,
  { now, toleranceSeconds }: Pick<VerifyContext, 'now' | 'toleranceSeconds'>,
): RefusalReason | undefined {
  if (!/^\d{1,12}$/.test(secondsText)) return 'timestamp-unreadable';
  const ageSeconds = Math.floor(now.getTime() / 1000) - Number(secondsText);
  if (ageSeconds > toleranceSeconds) return 'timestamp-stale';
  return -ageSeconds > toleranceSeconds ? 'timestamp-in-future' : undefined;
}
