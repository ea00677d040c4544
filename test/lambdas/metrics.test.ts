import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MetricName, metrics, Tally } from '../../lambdas/metrics.ts';

const dimensions = { provider: 'sendgrid', reason: 'headers-missing', type: 'delivered', cause: 'complaint' };
const names = Object.keys(metrics) as MetricName[];

describe('the tally of a run', () => {
  it('adds up repeated values', () => {
    const { measure, ...tally } = aTally();
    measure('Accepted', { provider: 'sendgrid' });
    measure('Accepted', { provider: 'sendgrid' }, 2);
    expect(tally.take()).toEqual([
      {
        dimensionSets: [{ provider: 'sendgrid' }, {}],
        values: [{ name: 'Accepted', unit: 'Count', value: 3 }],
      },
    ]);
  });

  it('keeps the largest of several lags, so that a slow one stays visible', () => {
    const { measure, take } = aTally();
    for (const seconds of [2, 90, 0]) measure('LagSeconds', { provider: 'ses' }, seconds);
    expect(take()).toMatchObject([{ values: [{ name: 'LagSeconds', unit: 'Seconds', value: 90 }] }]);
  });

  it('groups metrics by their dimensions', () => {
    const { measure, take } = aTally();
    measure('Accepted', { provider: 'sendgrid' });
    measure('EnqueuedBytes', { provider: 'sendgrid' }, 700);
    measure('Accepted', { provider: 'resend' });
    expect(take().map(({ values }) => values.map(({ name }) => name))).toEqual([
      ['Accepted', 'EnqueuedBytes'],
      ['Accepted'],
    ]);
  });

  it('omits metrics without a value', () => {
    const { measure, take } = aTally();
    measure('Unfinished', {}, 0);
    expect(take()).toEqual([]);
  });

  it('is empty after it has been taken', () => {
    const { measure, take } = aTally();
    measure('Accepted', { provider: 'sendgrid' });
    take();
    expect(take()).toEqual([]);
  });

  it('refuses a metric without one of its dimensions', () => {
    expect(() => aTally().measure('Refused', { provider: 'sendgrid' })).toThrow(
      'expected the metric Refused to have a reason, found none',
    );
  });

  it('does not grow with the number of events, only with the number of kinds', () => {
    const kinds = fc.record({
      name: fc.constantFrom(...names),
      provider: fc.constantFrom('sendgrid', 'ses'),
      type: fc.constantFrom('delivered', 'open'),
    });
    fc.assert(
      fc.property(fc.array(kinds, { maxLength: 300 }), (happenings) => {
        const { measure, take } = aTally();
        for (const { name, ...kind } of happenings) measure(name, { ...dimensions, ...kind });
        // By type, by provider, by provider and reason with either total, by cause, and without any.
        expect(take().length).toBeLessThanOrEqual(4 + 2 + 2 * 2 + 1 + 1);
      }),
    );
  });
});

describe('the dimensions of a metric', () => {
  it('are at most two, and never one with unlimited values', () => {
    const few = ['provider', 'reason', 'type', 'cause'];
    for (const name of names) {
      for (const set of metrics[name].by) {
        expect(set.length).toBeLessThanOrEqual(2);
        expect(few).toEqual(expect.arrayContaining([...set]));
      }
    }
  });
});

function aTally() {
  const tally = new Tally();
  return { measure: tally.measure, take: () => tally.take() };
}
