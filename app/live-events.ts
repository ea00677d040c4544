import { type Answer, answer, cursorInvalid } from './answer.ts';
import type { LiveEvent, LiveReader } from './ports/live.ts';
import type { Cursors } from './ports/store.ts';

const question = 'live events';

/** The events that were stored since the earlier answer; from now on without one. */
export async function liveEvents(
  { cursor }: { readonly cursor?: string },
  ports: LiveReader & Cursors,
): Promise<Answer<{ readonly events: readonly LiveEvent[]; readonly cursor: string }>> {
  const from = cursor === undefined ? undefined : await ports.open(question, cursor);
  if (cursor !== undefined && from === undefined) return cursorInvalid;
  const { events, next } = await ports.eventsSince(from);
  return answer({ events, cursor: await ports.seal(question, next) });
}
