import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonical, parseJson } from '../../providers/json.ts';

/** A number with so many digits that JavaScript may round it. */
const longNumber = fc.bigInt({ min: 10n ** 16n, max: 10n ** 40n }).map(String);

describe('a JSON string', () => {
  it('keeps every digit of its numbers, at any position', () => {
    const anything = fc.string({ unit: 'grapheme-ascii', maxLength: 60 });
    fc.assert(
      fc.property(anything, longNumber, anything, (before, digits, after) => {
        const text = `{"a":${JSON.stringify(before)},"n":${digits},"z":${JSON.stringify(after)}}`;
        expect(JSON.stringify(parseJson(text))).toBe(text);
        expect(JSON.stringify(parseJson(digits))).toBe(digits);
        const spread = `[ ${digits},\t-${digits} ,\n${digits}\r]`;
        expect(JSON.stringify(parseJson(spread))).toBe(`[${digits},-${digits},${digits}]`);
      }),
    );
  });

  it('is parsed as by JSON.parse when its numbers are short', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        if (!/\d{16}/.test(text)) expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });
});

describe('the canonical form of a value', () => {
  it('is the same for any order of keys, and equal to the value', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const value = JSON.parse(text);
        expect(canonical(value)).toEqual(value);
        expect(JSON.stringify(canonical(reversed(value)))).toBe(JSON.stringify(canonical(value)));
      }),
    );
  });

  it('keeps a key named __proto__, with its value', () => {
    const written = (text: string) => JSON.stringify(canonical(parseJson(text)));
    expect(written('{"b":1,"__proto__":{"c":1,"a":2}}')).toBe('{"__proto__":{"a":2,"c":1},"b":1}');
    expect(written('{"__proto__":null}')).not.toBe(written('{}'));
  });
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => [key, reversed(inner)]);
  return Object.fromEntries(entries.reverse());
}
