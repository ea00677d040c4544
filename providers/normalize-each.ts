import type { EmailEvent } from '../core/email-event.ts';
import { type Normalized, UnreadableBody, type UnreadableEvent } from './provider.ts';

/**
 * Normalises the parts of a body one by one. An unreadable part is returned in a body of its own, so that it does not
 * affect the others.
 */
export function normalizeEach<Part>(
  parts: readonly Part[],
  toEvents: (part: Part) => readonly EmailEvent[],
  bodyOf: (part: Part) => Buffer,
): Normalized {
  const events: EmailEvent[] = [];
  const unreadable: UnreadableEvent[] = [];
  for (const part of parts) {
    try {
      events.push(...toEvents(part));
    } catch (error) {
      unreadable.push({
        reason: error instanceof Error ? error.message : String(error),
        body: writtenOut(() => bodyOf(part)),
      });
    }
  }
  return { events, unreadable };
}

/** JSON with thousands of nested brackets can be parsed, but not written. */
function writtenOut(write: () => Buffer): Buffer {
  try {
    return write();
  } catch {
    throw new UnreadableBody(
      'expected an event that can be written as JSON, found one that is nested too deeply',
    );
  }
}
