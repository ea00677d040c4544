import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteLength } from '../../core/byte-length.ts';
import { includesLabels, joinLabels, labelsOf, type MailLabels } from '../../core/mail-labels.ts';
import { anEvent, foldAll } from '../support/events.ts';

/** Few values, so that two events often tell the same, or different things. */
const anyLabels = (): fc.Arbitrary<MailLabels> =>
  fc.record(
    {
      template: fc.constantFrom('welcome', 'receipt'),
      stream: fc.constantFrom('outbound', 'broadcast'),
      tags: fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 3 }),
    },
    { requiredKeys: [] },
  );

describe('the labels of a mail', () => {
  it('come from any of its events that tells them', () => {
    const status = foldAll([
      anEvent({ type: 'processed', mail: { tags: ['onboarding'] } }),
      anEvent({ type: 'delivered', second: 1 }),
      anEvent({ type: 'open', second: 2, mail: { template: 'welcome', stream: 'outbound' } }),
    ]);
    expect(status?.labels).toEqual({ template: 'welcome', stream: 'outbound', tags: ['onboarding'] });
  });

  it('stay when the event that decides tells none', () => {
    const told = anEvent({ type: 'delivered', mail: { template: 'welcome' } });
    const bounced = anEvent({ type: 'hard_bounce', second: 1 });
    expect(foldAll([told, bounced])).toMatchObject({ type: 'hard_bounce', labels: { template: 'welcome' } });
  });

  it('join in any order, repetition and grouping to the same', () => {
    fc.assert(
      fc.property(anyLabels(), anyLabels(), anyLabels(), (a, b, c) => {
        expect(joinLabels(a, a)).toEqual(a);
        expect(joinLabels(a, b)).toEqual(joinLabels(b, a));
        expect(joinLabels(joinLabels(a, b), c)).toEqual(joinLabels(a, joinLabels(b, c)));
        expect(includesLabels(joinLabels(a, b), a)).toBe(true);
        expect(includesLabels(a, b)).toBe(
          JSON.stringify(joinLabels(a, b)) === JSON.stringify(joinLabels(a, {})),
        );
      }),
    );
  });

  it('prefer the longer of two lists of tags', () => {
    expect(joinLabels({ tags: ['z'] }, { tags: ['a', 'b'] })).toEqual({ tags: ['a', 'b'] });
  });

  it('are short, whatever a sender writes, so that a status row stays within one write unit', () => {
    const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(text, text, fc.array(text, { maxLength: 20 }), (template, stream, tags) => {
        const labels = labelsOf({ template, stream, tags });
        const texts = [labels.template ?? '', labels.stream ?? '', ...(labels.tags ?? [])];
        expect(texts.reduce((sum, each) => sum + byteLength(each), 0)).toBeLessThanOrEqual(208);
        for (const each of texts) expect(each.isWellFormed()).toBe(true);
      }),
    );
  });
});
