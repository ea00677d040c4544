import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteLength } from '../../core/byte-length.ts';
import { metadataLimits, toMetadata } from '../../core/metadata.ts';

const entries = (count: number, value = 'v') =>
  Array.from({ length: count }, (_, index): [string, string] => [
    `k${String(index).padStart(2, '0')}`,
    value,
  ]);

describe('the metadata of an event', () => {
  it('has the custom arguments of the send, by name', () => {
    const given: [string, string | undefined][] = [
      ['tenant', 't1'],
      ['campaign', 'welcome'],
      ['nothing', undefined],
    ];
    expect(Object.entries(toMetadata(given) ?? {})).toEqual([
      ['campaign', 'welcome'],
      ['tenant', 't1'],
    ]);
  });

  it('is absent when there are none', () => {
    expect(toMetadata([])).toBeUndefined();
    expect(toMetadata([['', 'x']])).toBeUndefined();
  });

  it('has the first ten by name', () => {
    const names = Object.keys(toMetadata(entries(12).reverse()) ?? {});
    expect(names).toEqual(entries(10).map(([name]) => name));
  });

  it('leaves out a name that is too long, which could be mistaken for another when cut', () => {
    expect(
      toMetadata([
        ['x'.repeat(41), 'a'],
        ['x'.repeat(40), 'b'],
      ]),
    ).toEqual({ ['x'.repeat(40)]: 'b' });
  });

  it('cuts a long value between two characters, and shows that it was cut', () => {
    expect(toMetadata([['note', 'ü'.repeat(50)]])).toEqual({ note: `${'ü'.repeat(38)}…` });
    expect(toMetadata([['note', '😀'.repeat(21)]])).toEqual({ note: `${'😀'.repeat(19)}…` });
    expect(toMetadata([['note', 'v'.repeat(80)]])).toEqual({ note: 'v'.repeat(80) });
  });

  it('leaves out what does not fit, and keeps shorter entries that do', () => {
    const long = entries(3, 'v'.repeat(80));
    const kept = toMetadata([...long, ['z', 'short']]);
    expect(Object.keys(kept ?? {})).toEqual(['k00', 'k01', 'z']);
  });

  it('takes names that every object inherits, except the one that would set a prototype', () => {
    expect(
      toMetadata([
        ['constructor', 'c'],
        ['__proto__', 'p'],
      ]),
    ).toEqual({ constructor: 'c' });
  });

  it('is small and can be stored, whatever a sender writes, and does not depend on the order', () => {
    const anyText = fc.string({ unit: 'binary', maxLength: 120 });
    const given = fc.uniqueArray(fc.tuple(anyText, anyText), {
      maxLength: 15,
      selector: ([name]) => name.trim(),
    });
    fc.assert(
      fc.property(given, (pairs) => {
        const kept = toMetadata(pairs) ?? {};
        const bytes = Object.entries(kept).map(([name, value]) => byteLength(name) + byteLength(value));
        expect(bytes.length).toBeLessThanOrEqual(metadataLimits.entries);
        expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(metadataLimits.bytes);
        for (const text of Object.entries(kept).flat()) expect(text.isWellFormed()).toBe(true);
        expect(Object.keys(kept)).not.toContain('');
        if (pairs.every(([name]) => name.isWellFormed()))
          expect(toMetadata(pairs.toReversed()) ?? {}).toEqual(kept);
      }),
    );
  });
});
