import type { MessageId } from './ids.ts';
import { type Moment, millisOf } from './moment.ts';
import type { Evidence } from './suppression.ts';
import type { SuppressionSettings } from './suppression-settings.ts';

type Bounce = Pick<Evidence, 'occurredAt' | 'id' | 'messageId'>;
type Cap = Pick<SuppressionSettings, 'softBounceCap' | 'softBounceWindowDays'>;

/** That soft bounces reached their cap. Both moments can only move apart, whatever arrives in whatever order. */
export type Run = {
  /** The first bounce of the latest window that holds enough messages. A release from then on ends the run. */
  readonly lastStart: Moment;
  /** When a window first held enough messages. */
  readonly firstReach: Moment;
};

/** Undefined when no window holds enough messages. Takes linear time after sorting. */
export function lastRun(bounces: readonly Bounce[], cap: Cap): Run | undefined {
  const sorted = bounces.toSorted(byTime);
  const lastStart = edgeOf(sorted.toReversed(), cap);
  const firstReach = edgeOf(sorted, cap);
  return lastStart && firstReach && { lastStart, firstReach };
}

export function widerRun(one: Run | undefined, other: Run | undefined): Run | undefined {
  if (!one || !other) return one ?? other;
  return {
    lastStart: one.lastStart > other.lastStart ? one.lastStart : other.lastStart,
    firstReach: one.firstReach < other.firstReach ? one.firstReach : other.firstReach,
  };
}

/**
 * The part of one day's bounces that can decide: the messages that bounced first, by their first bounce, and those that
 * bounced last, by their last bounce, as many as the cap of each. More messages of one day cannot change a run, because a
 * window is at least a day long. The result is a join too: it does not depend on order, repetition or grouping.
 */
export function condensedDay<Each extends Bounce>(bounces: readonly Each[], cap: number): Each[] {
  const sorted = bounces.toSorted(byTime);
  const kept = new Set([...firstOfEach(sorted, cap), ...firstOfEach(sorted.toReversed(), cap)]);
  return sorted.filter((bounce) => kept.has(bounce));
}

export function messageOf({ messageId, id }: Bounce): string {
  return messageId ?? id;
}

function firstOfEach<Each extends Bounce>(sorted: readonly Each[], most: number): Each[] {
  const found = new Map<string, Each>();
  for (const bounce of sorted) {
    if (found.size === most) break;
    if (!found.has(messageOf(bounce))) found.set(messageOf(bounce), bounce);
  }
  return [...found.values()];
}

/** The bounce that completes the first full window, in the order given: ascending or descending. */
function edgeOf(sorted: readonly Bounce[], cap: Cap): Moment | undefined {
  const windowMillis = cap.softBounceWindowDays * 86_400_000;
  // One message can bounce several times and still counts once.
  const counts = new Map<string, number>();
  let left = 0;
  for (const bounce of sorted) {
    const at = millisOf(bounce.occurredAt);
    counts.set(messageOf(bounce), (counts.get(messageOf(bounce)) ?? 0) + 1);
    for (;;) {
      const oldest = sorted[left];
      if (!oldest || Math.abs(at - millisOf(oldest.occurredAt)) <= windowMillis) break;
      const count = counts.get(messageOf(oldest)) ?? 0;
      if (count > 1) counts.set(messageOf(oldest), count - 1);
      else counts.delete(messageOf(oldest));
      left += 1;
    }
    if (counts.size >= cap.softBounceCap) return bounce.occurredAt;
  }
  return undefined;
}

/** A total order, so that equal sets of bounces are condensed alike. */
function byTime(one: Bounce, other: Bounce): number {
  const [left, right] = [orderIn(one), orderIn(other)];
  return left < right ? -1 : left > right ? 1 : 0;
}

function orderIn({ occurredAt, id, messageId = '' as MessageId }: Bounce): string {
  return `${occurredAt}#${id}#${messageId}`;
}
