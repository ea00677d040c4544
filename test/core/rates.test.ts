import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addCounts,
  countMeanings,
  countNames,
  differClearly,
  formulaInWords,
  noCounts,
  type Rate,
  rateFormulas,
  rateNames,
  rateOf,
  ratesOf,
} from '../../core/rates.ts';
import { anyCounts } from '../support/counts.ts';

/** The rate of `bounced` among `sent`. */
function bounceRate(bounced: number, sent: number): Rate {
  return rateOf('bounce', { ...noCounts, bounced, sent });
}

describe('a rate', () => {
  it('never exceeds 100 %, and is inside its interval', () => {
    fc.assert(
      fc.property(anyCounts(), (counts) => {
        for (const { share, low, high, denominator } of Object.values(ratesOf(counts))) {
          expect(share === null).toBe(denominator === 0);
          expect(low).toBeGreaterThanOrEqual(0);
          expect(high).toBeLessThanOrEqual(1);
          expect(share ?? low).toBeGreaterThanOrEqual(low);
          expect(share ?? high).toBeLessThanOrEqual(high);
        }
      }),
    );
  });

  it('has the interval that tables of Wilson give', () => {
    const rounded = ({ low, high }: Rate) => [low.toFixed(4), high.toFixed(4)];
    expect(rounded(bounceRate(10, 100))).toEqual(['0.0552', '0.1744']);
    expect(rounded(bounceRate(0, 10))).toEqual(['0.0000', '0.2775']);
    expect(rounded(bounceRate(1, 1_000))).toEqual(['0.0002', '0.0056']);
  });

  it('has a narrower interval the more sends it counts', () => {
    fc.assert(
      fc.property(fc.nat(1_000), fc.integer({ min: 1, max: 1_000 }), (one, more) => {
        const few = bounceRate(one, one + more);
        const many = bounceRate(one * 10, (one + more) * 10);
        expect(many.high - many.low).toBeLessThan(few.high - few.low);
      }),
    );
  });

  it('of nothing is unknown: anything from 0 to 100 %', () => {
    expect(bounceRate(0, 0)).toEqual({ numerator: 0, denominator: 0, share: null, low: 0, high: 1 });
  });

  it('can say its formula, in counts that are explained', () => {
    expect(formulaInWords('bounce')).toBe('bounced / sent');
    for (const name of rateNames) {
      const { numerator, denominator } = rateFormulas[name];
      expect(countMeanings[numerator]).toMatch(/^(delivered )?sends /);
      expect(countMeanings[denominator]).toMatch(/^sends /);
    }
  });

  it('differs clearly from another only when chance cannot explain it', () => {
    expect(differClearly(bounceRate(10, 1_000), bounceRate(11, 1_000))).toBe(false);
    expect(differClearly(bounceRate(10, 1_000), bounceRate(50, 1_000))).toBe(true);
    expect(differClearly(bounceRate(50, 1_000), bounceRate(10, 1_000))).toBe(true);
    expect(differClearly(bounceRate(0, 0), bounceRate(50, 1_000))).toBe(false);
  });
});

describe('counts', () => {
  it('add up, whatever the order', () => {
    fc.assert(
      fc.property(anyCounts(), anyCounts(), (one, other) => {
        const sum = addCounts(one, other);
        expect(sum).toEqual(addCounts(other, one));
        for (const name of countNames) expect(sum[name]).toBe(one[name] + other[name]);
        expect(addCounts(one, noCounts)).toEqual(one);
      }),
    );
  });
});
