import { isBelievable, laterThanBelievable } from '../core/believable-time.ts';
import type { EmailEvent } from '../core/email-event.ts';
import { momentFromMillis } from '../core/moment.ts';
import type { Reports } from './provider.ts';
import { withShortScope } from './short-scope.ts';

/** What a part says, or why it cannot be read. */
export type PartRead = { readonly events: readonly EmailEvent[] } | { readonly reason: string };

const tooDeep = 'expected an event that can be written as JSON, found one that is nested too deeply';

/**
 * Reads one part of a body. A part that cannot be read does not affect the others. Omit `receivedAt` to believe every time,
 * as in what is stored already.
 */
export function readPart(reports: Reports, part: unknown, receivedAt?: Date): PartRead {
  try {
    const events = reports.eventsOf(part).map(withShortScope);
    const receipt = receivedAt && momentFromMillis(receivedAt.getTime());
    if (receipt && !events.every(({ occurredAt }) => isBelievable(occurredAt, receipt)))
      return { reason: laterThanBelievable };
    return events.some(({ payload }) => isNestedTooDeeply(payload)) ? { reason: tooDeep } : { events };
  } catch (error) {
    // JSON with thousands of nested brackets can be parsed, but whoever walks through it runs out of stack.
    if (error instanceof RangeError) return { reason: tooDeep };
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}

/** Real events have fewer than ten levels. Writing about four thousand exhausts the stack. */
const maxDepth = 500;

function isNestedTooDeeply(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth > maxDepth) return true;
  for (const each of Array.isArray(value) ? value : Object.values(value))
    if (typeof each === 'object' && isNestedTooDeeply(each, depth + 1)) return true;
  return false;
}
