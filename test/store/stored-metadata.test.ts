import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toMetadata } from '../../core/metadata.ts';
import { readMetadata, storedMetadata } from '../../store/stored-metadata.ts';

describe('stored metadata', () => {
  it('is not written twice when the tags say the same', () => {
    const tags = ['campaign=welcome', 'tenant=t1', 'topic=a', 'topic=b'];
    const metadata = { campaign: 'welcome', tenant: 't1', topic: 'a,b' };
    expect(storedMetadata(metadata, tags)).toBe('tags');
    expect(readMetadata('tags', tags)).toEqual(metadata);
  });

  it('is written when the tags say something else', () => {
    expect(storedMetadata({ tenant: 't1' }, ['welcome'])).toEqual({ tenant: 't1' });
    expect(storedMetadata({ tenant: 't1' }, ['tenant=t2'])).toEqual({ tenant: 't1' });
    expect(storedMetadata({ tenant: 't1' }, ['tenant=t1', 'a=b'])).toEqual({ tenant: 't1' });
    expect(storedMetadata({ tenant: 't1' })).toEqual({ tenant: 't1' });
  });

  it('is read as it was, whatever tags and arguments contain', () => {
    const word = fc.oneof(fc.constantFrom('a', 'b', 'a=b', '='), fc.string({ maxLength: 100 }));
    const pairs = fc.array(fc.tuple(word, word), { maxLength: 12 });
    fc.assert(
      fc.property(pairs, fc.array(word, { maxLength: 4 }), fc.boolean(), (given, others, isNamed) => {
        const metadata = toMetadata(given);
        const tags = isNamed ? given.map(([name, value]) => `${name}=${value}`).sort() : others;
        expect(readMetadata(storedMetadata(metadata, tags), tags)).toEqual(metadata);
      }),
    );
  });
});
