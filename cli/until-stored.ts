import { setTimeout as delay } from 'node:timers/promises';
import type { AuditReader } from '../app/ports/audit.ts';
import type { EmailEvent } from '../core/email-event.ts';

/** Resolves with the milliseconds until all events were stored; undefined when some were not in time. */
export async function untilStored(
  events: readonly EmailEvent[],
  { findEvents, placeOfEvent }: Pick<AuditReader, 'findEvents' | 'placeOfEvent'>,
  patienceMillis: number,
): Promise<number | undefined> {
  const startedAt = performance.now();
  let missing = events;
  for (;;) {
    const stored = await findEvents(missing);
    missing = missing.filter((event) => !stored.has(placeOfEvent(event)));
    const waited = performance.now() - startedAt;
    if (missing.length === 0) return Math.round(waited);
    if (waited > patienceMillis) return undefined;
    await delay(100);
  }
}
