import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { EmailEvent } from '../../core/email-event.ts';
import type { Normalizer } from '../../providers/provider.ts';

/** A file in the folder of a provider's payloads, byte for byte. */
export function payloadFile(provider: string, name: string): Buffer {
  return readFileSync(new URL(`../providers/${provider}/payloads/${name}`, import.meta.url));
}

/** Reads bodies that must contain only events. */
export function readerOf(normalizer: Normalizer) {
  /** `body` is the body itself, or a value that becomes JSON. */
  const all = (body: unknown): readonly EmailEvent[] => {
    const bytes = Buffer.isBuffer(body)
      ? body
      : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
    const { events, unreadable } = normalizer.normalize({ headers: {}, body: bytes });
    expect(unreadable).toEqual([]);
    return events;
  };
  const only = (body: unknown): EmailEvent => {
    const [event, ...more] = all(body);
    expect([event === undefined, more]).toEqual([false, []]);
    return event as EmailEvent;
  };
  /** The reason why the only part of a body cannot be read. */
  const reasonOf = (body: unknown): string | undefined => {
    const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
    const { events, unreadable } = normalizer.normalize({ headers: {}, body: bytes });
    expect([events, unreadable.length]).toEqual([[], 1]);
    return unreadable[0]?.reason;
  };
  return { all, only, reasonOf };
}
