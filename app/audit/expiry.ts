import type { RowProblem } from '../ports/audit.ts';
import { type AuditSettings, dayMillis } from './settings.ts';

/** The shortest time that a stack can be told to keep a row. */
const minDays = 3;
/** The setting may have been longer when the row was written, but not by more than this. */
const maxFactor = 5;
/** DynamoDB deletes expired rows within a few days. */
const maxLateDays = 7;

type Kept = {
  /** When the row was written first and last. */
  readonly from: number;
  readonly to: number;
  readonly days: number;
};

/** What is wrong with the time when a row expires. It may come from earlier settings, so only absurd times are wrong. */
export function expiryProblem(
  expiresAt: unknown,
  kept: Kept,
  { now }: AuditSettings,
): RowProblem | undefined {
  const earliest = Math.max(
    secondsOf(kept.from) + (minDays - 1) * daySeconds,
    secondsOf(now.getTime()) - maxLateDays * daySeconds,
  );
  const latest = secondsOf(kept.to) + maxFactor * kept.days * daySeconds;
  const isSane = typeof expiresAt === 'number' && expiresAt >= earliest && expiresAt <= latest;
  if (isSane) return undefined;
  return {
    expected: `expiresAt from ${earliest} to ${latest}`,
    found: expiresAt === undefined ? 'no expiresAt' : `expiresAt ${JSON.stringify(expiresAt)}`,
  };
}

/** When the row should expire; undefined when that is so long ago that DynamoDB should have deleted it. */
export function rightExpiry({ to, days }: Kept, { now }: AuditSettings): number | undefined {
  const expiresAt = secondsOf(to) + days * daySeconds;
  return expiresAt < secondsOf(now.getTime()) - maxLateDays * daySeconds ? undefined : expiresAt;
}

const daySeconds = dayMillis / 1_000;

function secondsOf(millis: number): number {
  return Math.floor(millis / 1_000);
}
