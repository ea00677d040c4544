import { type Cause, causes } from '../core/suppression.ts';
import { type Answer, answer } from './answer.ts';
import { givenCause, ifGiven, limits } from './given.ts';
import { listSuppressions } from './list-suppressions.ts';
import type { Cursors, SuppressionLog } from './ports/store.ts';
import type { TimeLimit } from './ports/time-limit.ts';

type CountQuestion = { readonly reason?: string; readonly since?: string; readonly domain?: string };

export type CauseCount = {
  readonly cause: Cause;
  /** Suppressed addresses with this cause. An address with two causes is counted for both. */
  readonly addresses: number;
  /** False when there are more: counting ended at its bound, or time was up. */
  readonly isComplete: boolean;
};

/**
 * How many addresses each cause suppresses, up to a bound. There is no counter to read: evidence that was released stays in the
 * index, so each address is looked at.
 */
export async function countSuppressions(
  { reason, ...filter }: CountQuestion,
  ports: SuppressionLog & Cursors & TimeLimit,
): Promise<Answer<{ readonly counts: readonly CauseCount[] }>> {
  const only = ifGiven(reason, givenCause);
  if (!only.ok) return only;
  const asked = only.value ? [only.value] : causes;
  const counts: CauseCount[] = [];
  for (const counted of await Promise.all(asked.map((cause) => countOf(cause, filter, ports)))) {
    if (!counted.ok) return counted;
    counts.push(counted.value);
  }
  return answer({ counts });
}

async function countOf(
  cause: Cause,
  filter: Pick<CountQuestion, 'since' | 'domain'>,
  ports: SuppressionLog & Cursors & TimeLimit,
): Promise<Answer<CauseCount>> {
  let addresses = 0;
  let cursor: string | undefined;
  do {
    const page = await listSuppressions(
      { ...filter, reason: cause, limit: limits.pageSize, ...(cursor !== undefined && { cursor }) },
      ports,
    );
    if (!page.ok) return page;
    addresses += page.value.suppressions.length;
    cursor = page.value.cursor;
  } while (cursor !== undefined && addresses < limits.countedAddresses && ports.hasTime());
  return answer({ cause, addresses, isComplete: cursor === undefined });
}
