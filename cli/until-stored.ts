import { setTimeout as delay } from 'node:timers/promises';
import type { MessageReader } from '../app/ports/store.ts';
import type { EmailEvent } from '../core/email-event.ts';

/** Resolves with the milliseconds until all events were stored; undefined when some were not in time. */
export async function untilStored(
  events: readonly EmailEvent[],
  { message }: MessageReader,
  patienceMillis: number,
): Promise<number | undefined> {
  const startedAt = performance.now();
  let missing = events;
  for (;;) {
    missing = await notStored(missing, message);
    const waited = performance.now() - startedAt;
    if (missing.length === 0) return Math.round(waited);
    if (waited > patienceMillis) return undefined;
    await delay(100);
  }
}

async function notStored(
  events: readonly EmailEvent[],
  message: MessageReader['message'],
): Promise<readonly EmailEvent[]> {
  const messageIds = [...new Set(events.map(({ messageId }) => messageId))];
  const stored = new Set<string>();
  for (const history of await Promise.all(messageIds.map(message))) {
    const found = history ? [history, ...history.recipients] : [];
    for (const each of found)
      for (const { id } of 'events' in each ? each.events : each.withoutRecipient) stored.add(id);
  }
  return events.filter(({ id }) => !stored.has(id));
}
