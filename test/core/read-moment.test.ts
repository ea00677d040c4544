import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBeyondMoments, momentFromAny, readMoment } from '../../core/read-moment.ts';

describe('a time', () => {
  it.each([
    '1767225600',
    '1767225600.0',
    '1.7672256e+9',
    '1767225600000',
    '1767225600000000',
    '1767225600000000000',
    ' 1767225600 ',
    '2026-01-01T00:00:00Z',
    '2026-01-01T00:00:00.000000+00:00',
    '2026-01-01 00:00:00',
    '2026/01/01 00:00:00',
    '2026-01-01',
    '2025-12-31T20:00:00-04:00',
    'Thu, 01 Jan 2026 00:00:00 +0000',
    'Thu, 1 Jan 2026 00:00:00 GMT',
    'Thu, 01 jan 2026 00:00:00 UTC',
    '2026-01-01 00:00:00.000 UTC',
    '01 Jan 2026 01:00 +0100',
    '2026-01-01T00:00Z',
    '2026-01-01 00:00',
    '2026-01-01T01:00+01:00',
    '2026/01/01 00:00 UTC',
    '2026-01-01 00:00:00 +0000 UTC',
    '2026-01-01 00:00:00.000000001 +0000 UTC',
    '20260101T000000Z',
    '20260101T0000Z',
    '20260101T010000+0100',
    '2026-01-01T00:00:00,000Z',
    '2026-01-01 00:00:00,000',
    'Thu, 1 Jan 2026 00:00:00 +0000 (UTC)',
  ])('is read from %j', (text) => {
    expect(readMoment(text)).toBe('2026-01-01T00:00:00.000Z');
  });

  it.each([
    '',
    'soon',
    '7',
    '550',
    '99999999',
    '-1',
    '2026-13-01',
    '32 Jan 2026 00:00 GMT',
    '1 Foo 2026 00:00 GMT',
    '06/05/2024',
    '2026-01-01T00Z',
    '2026-01-01T00:00:',
    '2026-01-01 00:00:00 +0200 UTC',
    '2026-01-01 00:00:00 +0000 CEST',
    '2026-01-01T00:00,5Z',
    '20260101T000000',
    '20261301T000000Z',
    'Thu, 1 Jan 2026 00:00:00 +0000 (Ana)',
    'Thu, 1 Jan 2026 00:00:00 +0200 (UTC)',
    '1e400',
    '9'.repeat(30),
  ])('is not read from %j', (text) => {
    expect(readMoment(text)).toBeUndefined();
    expect(() => momentFromAny(text)).toThrow('expected a time such as 2026-01-31T12:00:00Z');
  });

  const tooLate = [
    '12099-01-01T00:00:00Z',
    '+012099-01-01T00:00:00Z',
    '12099/01/01 00:00:00',
    '12099-01-01',
    'Thu, 01 Jan 12099 00:00:00 GMT',
    '9999-12-31T23:59:59-04:00',
    '9999-12-31 23:59:59 -0400',
    '99991231T235959-0400',
    'Fri, 31 Dec 9999 23:59:59 -0400',
    '253402300800',
    '253402300800000',
    '253402300800000000',
    '1e30',
    '1e+30',
    '1e400',
    '9'.repeat(30),
  ];

  it.each(tooLate)('is told, but is later than any that can be stored, in %j', (text) => {
    expect(readMoment(text)).toBeUndefined();
    expect(isBeyondMoments(` ${text} `)).toBe(true);
  });

  it.each([
    '',
    'soon',
    '550',
    '-5',
    '2026-13-01',
    '1767225600',
    '9999-12-31T23:59:59Z',
    '12345-a',
    '+002026-01-01',
  ])('is not too late in %j', (text) => {
    expect(isBeyondMoments(text)).toBe(false);
  });

  it('is read from a number in the unit in which it is of this century, to the last second of the year 9999', () => {
    expect(readMoment('946684800000')).toBe('2000-01-01T00:00:00.000Z');
    expect(readMoment('946684800000000')).toBe('2000-01-01T00:00:00.000Z');
    expect(readMoment('946684800000000000')).toBe('2000-01-01T00:00:00.000Z');
    expect(readMoment('253402300799000000000')).toBe('9999-12-31T23:59:59.000Z');
    expect(isBeyondMoments('253402300800000000000')).toBe(true);
  });

  it('has the same length whatever it is read from, or cannot be read', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.double().map(String), fc.date({ noInvalidDate: true }).map(String)),
        (text) => {
          expect([undefined, 24]).toContain(readMoment(text)?.length);
        },
      ),
    );
  });
});
