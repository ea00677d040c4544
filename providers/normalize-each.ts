import type { EmailEvent } from '../core/email-event.ts';
import { type Normalized, UnreadableBody, type UnreadableEvent } from './provider.ts';

/**
 * Normalises the parts of a body one by one. A part that cannot be understood is set apart, in a body of its own, so
 * that it never takes the others along.
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
      // Whatever went wrong, it was this event that we did not expect; the reason goes with it.
      unreadable.push({
        reason: error instanceof Error ? error.message : String(error),
        body: writtenOut(() => bodyOf(part)),
      });
    }
  }
  return { events, unreadable };
}

/** Thousands of nested brackets can be parsed, but not written out again. */
function writtenOut(write: () => Buffer): Buffer {
  try {
    return write();
  } catch {
    throw new UnreadableBody('expected an event that can be written out again, found one nested too deeply');
  }
}
