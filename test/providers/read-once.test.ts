import { describe, expect, it, vi } from 'vitest';
import { readOnce } from '../../providers/read-once.ts';

describe('a key that is read once', () => {
  it('is read once per string, whether it is readable or not', () => {
    const read = vi.fn((text: string) => (text === 'bad' ? undefined : { text }));
    const keyOf = readOnce(read);
    expect(keyOf('one')).toBe(keyOf('one'));
    expect(keyOf('one')).not.toBe(keyOf('two'));
    expect([keyOf('bad'), keyOf('bad')]).toEqual([undefined, undefined]);
    expect(read.mock.calls).toEqual([['one'], ['two'], ['bad']]);
  });

  it('is dropped at some time, so that replaced keys do not accumulate', () => {
    const read = vi.fn((text: string) => text);
    const keyOf = readOnce(read);
    for (let count = 0; count < 60; count += 1) keyOf(`key ${count}`);
    expect(keyOf('key 0')).toBe('key 0');
    expect(read).toHaveBeenCalledTimes(61);
  });

  it('that throws is read again', () => {
    let isReady = false;
    const keyOf = readOnce((text) => {
      if (!isReady) throw new Error('not yet');
      return text;
    });
    expect(() => keyOf('key')).toThrow('not yet');
    isReady = true;
    expect(keyOf('key')).toBe('key');
  });
});
