import { describe, expect, it } from 'vitest';
import { isBelievable } from '../../core/believable-time.ts';
import { momentFromText } from '../../core/moment.ts';

const receivedAt = momentFromText('2026-01-01T12:00:00.000Z');
const isBelieved = (time: string) => isBelievable(momentFromText(time), receivedAt);

describe('the time of an event', () => {
  it('is believed up to 24 hours after receipt, to the millisecond', () => {
    expect(isBelieved('2026-01-02T12:00:00.000Z')).toBe(true);
    expect(isBelieved('2026-01-02T12:00:00.001Z')).toBe(false);
    expect(isBelieved('2099-01-01T00:00:00Z')).toBe(false);
  });

  it('is believed however long ago it is: events are late', () => {
    expect(isBelieved('1970-01-01T00:00:00Z')).toBe(true);
  });
});
