import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { momentFromAny, readMoment } from '../../core/read-moment.ts';

describe('a time', () => {
  it.each([
    '1767225600',
    '1767225600.0',
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
    '1e400',
    '9'.repeat(30),
  ])('is not read from %j', (text) => {
    expect(readMoment(text)).toBeUndefined();
    expect(() => momentFromAny(text)).toThrow('expected a time such as 2026-01-31T12:00:00Z');
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
