import { describe, expect, it } from 'vitest';
import { mailDateOf, momentFromEpoch, momentFromText } from '../../core/moment.ts';

describe('a moment', () => {
  it.each([
    ['2026-01-01T00:00:01.1234567Z', '2026-01-01T00:00:01.123Z'],
    ['2026-01-01T00:00:02.7654321-04:00', '2026-01-01T04:00:02.765Z'],
    ['2018-10-08T14:05:45 +0000', '2018-10-08T14:05:45.000Z'],
    ['2026-01-01T00:06:00Z', '2026-01-01T00:06:00.000Z'],
    ['2026-01-01 00:06:00.5', '2026-01-01T00:06:00.500Z'],
    ['2026-09-21 01:02:03.123 UTC', '2026-09-21T01:02:03.123Z'],
    ['2023-10-06 23:47:56.678+00', '2023-10-06T23:47:56.678Z'],
  ])('is read from %s', (text, moment) => {
    expect(momentFromText(text)).toBe(moment);
  });

  it('is written in the form of mail headers', () => {
    expect(mailDateOf(momentFromText('2024-05-06T18:11:58Z'))).toBe('Mon, 06 May 2024 18:11:58 UTC');
  });

  it('is UTC without a zone, wherever the code runs', () => {
    const zone = process.env['TZ'];
    process.env['TZ'] = 'America/New_York';
    try {
      expect(momentFromText('2026-01-01T00:00:00')).toBe('2026-01-01T00:00:00.000Z');
    } finally {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
  });

  it('is read from seconds and from milliseconds', () => {
    expect(momentFromEpoch(1767225600)).toBe('2026-01-01T00:00:00.000Z');
    expect(momentFromEpoch(1767225600123)).toBe('2026-01-01T00:00:00.123Z');
    expect(momentFromEpoch(1767225599.123456)).toBe('2025-12-31T23:59:59.123Z');
  });

  it('is refused outside the years whose ISO form sorts', () => {
    for (const value of [Number.NaN, -1, 1e18, Number.POSITIVE_INFINITY])
      expect(() => momentFromEpoch(value)).toThrow('1970 and 9999');
    for (const text of ['yesterday', '2026-13-01T00:00:00Z', '2026-01-01', ''])
      expect(() => momentFromText(text)).toThrow();
  });
});
