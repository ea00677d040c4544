import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteLength, cutToBytes } from '../../core/byte-length.ts';

/** Half of the strings have surrogates, alone and in pairs. */
const anyText = () =>
  fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc
      .array(fc.constantFrom('a', 'ü', '€', '\ud83d', '\ude00'), { maxLength: 30 })
      .map((units) => units.join('')),
  );

describe('the length of a string in bytes', () => {
  it('is that of its UTF-8 form', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(byteLength(text)).toBe(Buffer.byteLength(text));
      }),
    );
  });
});

describe('a string that is cut', () => {
  it('fits, is the beginning of the whole one, and is whole if that fits', () => {
    fc.assert(
      fc.property(
        anyText().map((text) => text.toWellFormed()),
        fc.integer({ min: 3, max: 80 }),
        (text, most) => {
          const cut = cutToBytes(text, most);
          expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(most);
          expect(cut.isWellFormed()).toBe(true);
          if (Buffer.byteLength(text) <= most) expect(cut).toBe(text);
          else expect(text.startsWith(cut.slice(0, -1)) && cut.endsWith('…')).toBe(true);
        },
      ),
    );
  });
});
