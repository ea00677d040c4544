import { describe, expect, it, vi } from 'vitest';
import { evidenceByCause, trafficByProvider } from '../../cli/metrics/by-provider.ts';
import { measuredIn } from '../../cli/metrics/measured.ts';
import { percentile, statisticsOf } from '../../cli/metrics/statistics.ts';
import { Tally } from '../../lambdas/metrics.ts';
import { metricsPublisher } from '../../lambdas/publish-metrics.ts';

/** The lines that a run of our functions logs, with these measurements. */
function runOf(...measurements: Parameters<Tally['measure']>[]) {
  const tally = new Tally();
  for (const each of measurements) tally.measure(...each);
  const writing = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  metricsPublisher('Mailfold')(tally.take());
  const lines = writing.mock.calls.map(([line]) => String(line));
  writing.mockRestore();
  return lines.flatMap((line) => measuredIn({ at: new Date(), fields: JSON.parse(line) }));
}

const provider = 'sendgrid';
const runs = [
  runOf(['Accepted', { provider }], ['EnqueuedBytes', { provider }, 300]),
  runOf(['Accepted', { provider }], ['EnqueuedBytes', { provider }, 500]),
  runOf(['Refused', { provider, reason: 'signature-mismatch' }], ['Stale', { provider: 'ses' }]),
  runOf(['Stored', { provider, type: 'open' }, 30], ['LagSeconds', { provider }, 1]),
  runOf(['Stored', { provider, type: 'delivered' }, 10], ['LagSeconds', { provider }, 3]),
  runOf(['Repeated', { provider, type: 'open' }, 4], ['LagSeconds', { provider }, 27_594_546]),
  runOf(['Suppressions', { cause: 'complaint' }], ['Suppressions', { cause: 'hard_bounce' }, 7]),
].flat();

describe('the statistics of metrics', () => {
  const found = statisticsOf(runs, 10);
  const of = (name: string) => found.filter((each) => each.name === name);

  it('add up counts, and give their rate', () => {
    expect(of('Accepted')).toEqual([
      { name: 'Accepted', of: { provider }, unit: 'Count', runs: 2, total: 2, perMinute: 0.2 },
    ]);
    expect(of('Stored').map(({ of: which, total }) => [which['type'], total])).toEqual([
      ['open', 30],
      ['delivered', 10],
    ]);
  });

  it('never add up times: one late event says nothing about the others', () => {
    expect(of('LagSeconds')).toEqual([
      expect.objectContaining({ runs: 3, p50: 3, p95: 27_594_546, max: 27_594_546 }),
    ]);
    expect(of('LagSeconds')[0]).not.toHaveProperty('total');
  });

  it('give the total and the average of sizes', () => {
    expect(of('EnqueuedBytes')[0]).toMatchObject({ total: 800, average: 400, p50: 300, max: 500 });
  });

  it('have percentiles that are values which were measured', () => {
    const values = Array.from({ length: 100 }, (_, index) => index + 1);
    expect([0, 0.5, 0.95, 1].map((share) => percentile(values, share))).toEqual([1, 50, 95, 100]);
    expect(percentile([], 0.5)).toBe(0);
  });
});

describe('the traffic of a provider', () => {
  it('is one line of what came in, was turned away and was stored', () => {
    expect(trafficByProvider(runs)).toEqual([
      {
        provider,
        accepted: 2,
        refused: 1,
        stored: 40,
        repeated: 4,
        unreadable: 0,
        lagSeconds: { p50: 3, p95: 27_594_546 },
      },
      { provider: 'ses', accepted: 0, refused: 1, stored: 0, repeated: 0, unreadable: 0 },
    ]);
  });

  it('has evidence apart, the most frequent cause first', () => {
    expect(evidenceByCause(runs)).toEqual([
      ['hard_bounce', 7],
      ['complaint', 1],
    ]);
  });
});
