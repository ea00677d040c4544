import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isEventId, toAddress, toEventId, toMessageId } from '../../core/ids.ts';

describe('an address', () => {
  it('is the same key in upper and lower case', () => {
    expect(toAddress(' Ana@Example.COM ')).toBe('ana@example.com');
  });

  it('fits into a sort key, or is refused with an error that does not quote it', () => {
    expect(() => toAddress(`${'x'.repeat(1000)}@example.com`)).toThrow(
      'expected the address to have 1 to 900 bytes, found 1012',
    );
    expect(() => toAddress('   ')).toThrow('found 0');
    // The limit is in bytes, not characters.
    expect(() => toAddress('é'.repeat(500))).toThrow('found 1000');
  });
});

describe('an event id', () => {
  it('is short ASCII without spaces, which DynamoDB and JavaScript sort alike', () => {
    // Mostly ASCII with a few other characters, so that many strings are accepted and some are not.
    const texts = fc.string({
      unit: fc.constantFrom('a', 'B', '0', '~', '!', 'é', ' ', '\ufffd', '\u{1f600}'),
      maxLength: 4,
    });
    fc.assert(
      fc.property(fc.array(texts), (candidates) => {
        const ids = candidates.filter(isEventId);
        const asBytes = ids.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
        expect(ids.toSorted()).toEqual(asBytes);
      }),
    );
    for (const text of ['', 'with blank', 'é', 'x'.repeat(201)])
      expect(() => toEventId(text)).toThrow('expected an event id');
  });
});

describe('a message id', () => {
  it('keeps its letter case, without surrounding spaces', () => {
    expect(toMessageId(' AbC.d ')).toBe('AbC.d');
  });
});
