import { describe, expect, it } from 'vitest';
import { isoText, parseMoment, showMoment } from '../../cli/ui/moments.ts';

const now = new Date('2026-01-31T12:00:00Z');

describe('a time that is given', () => {
  it.each([
    ['-10m', '2026-01-31T11:50:00.000Z'],
    ['+2h', '2026-01-31T14:00:00.000Z'],
    ['-30d', '2026-01-01T12:00:00.000Z'],
    ['2026-01-31T12:00:00Z', '2026-01-31T12:00:00.000Z'],
    ['2026-01-31T12:00:00+02:00', '2026-01-31T10:00:00.000Z'],
    ['2026-01-31', '2026-01-31T00:00:00.000Z'],
    // Never the zone of this machine.
    ['2026-01-31T12:00:00', '2026-01-31T12:00:00.000Z'],
    ['2026-01-31 12:00:00.123 UTC', '2026-01-31T12:00:00.123Z'],
  ])('as %s is %s', (text, iso) => {
    expect(parseMoment(text, now).toISOString()).toBe(iso);
  });

  it.each(['later', '-10', '10m', '', '2026-13-01'])('as "%s" is refused with an example', (text) => {
    expect(() => parseMoment(text, now)).toThrow(`or -10m, found "${text}"`);
  });

  it('keeps what it does not know, for the use case to refuse', () => {
    expect(isoText('later', now)).toBe('later');
  });
});

describe('a time that is shown', () => {
  it('says that it is UTC, and can be given again', () => {
    const moment = '2026-01-31T12:34:56.789Z';
    expect(showMoment(moment)).toBe('2026-01-31 12:34:56 UTC');
    expect(showMoment(new Date(moment), 'milliseconds')).toBe('2026-01-31 12:34:56.789 UTC');
    expect(parseMoment(showMoment(moment, 'milliseconds'), now).toISOString()).toBe(moment);
  });
});
