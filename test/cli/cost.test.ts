import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { billOf, cheaperTableClass, totalOf, usualTerms } from '../../cli/cost/bill.ts';
import { lakeBillOf } from '../../cli/cost/lake-bill.ts';
import { measuredUsage, usualMix } from '../../cli/cost/measured-usage.ts';
import { fixed } from '../../cli/cost/prices.ts';
import { usageOfMix } from '../../cli/cost/usage.ts';
import { commandLine } from '../support/command-line.ts';

/** The same without line breaks, which depend on the length of words. */
const inOneLine = async (...words: string[]) => (await cost(...words)).replaceAll(/\s+/g, ' ');

const cost = async (...words: string[]) => {
  const { exitCode, out, error } = await commandLine('cost', ...words);
  expect([exitCode, error]).toEqual([0, '']);
  return out;
};

describe('mailfold cost', () => {
  it('adds up the lines of the bill', async () => {
    const out = await cost();
    const amounts = [...out.matchAll(/^(?!total)\S.*? {2,}\$(\d+\.\d\d)/gm)].map(([, amount]) =>
      Number(amount),
    );
    const [, total] = /^total +\$(\d+\.\d\d)/m.exec(out) ?? [];
    expect(amounts).toHaveLength(15);
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBeCloseTo(Number(total), 1);
  });

  it('grows with the number of events, and with the share of duplicates', async () => {
    const perMonth = async (...words: string[]) =>
      JSON.parse(await cost('--json', '--no-lake', ...words)).perMonth;
    const one = await perMonth();
    expect(await perMonth('--events', '10M')).toBeCloseTo(10 * one, 6);
    expect(await perMonth('--events', '500k')).toBeCloseTo(one / 2, 6);
    expect(await perMonth('--duplicates', '0.5')).toBeGreaterThan(one);
  });

  it('includes the lake, for at most 35 cents at a million events, and less for each event at more', () => {
    const lake = (events: number) => (totalOf(lakeBillOf(events)) * events) / 1_000_000;
    expect(lake(1_000_000)).toBeLessThanOrEqual(0.35);
    expect(lake(1_000_000)).toBeGreaterThan(0.2);
    expect(lake(10_000_000)).toBeLessThan(3 * lake(1_000_000));
    expect(lake(10_000_000)).toBeGreaterThan(lake(1_000_000));
    expect(totalOf(lakeBillOf(0))).toBe(0);
  });

  it('includes what Athena asks of S3: a list of each day that a question about two weeks reads', () => {
    const line = lakeBillOf(1_000_000).find(({ service }) => service === 'Lake, S3 for Athena');
    // 30 days before, and the two ahead that events can be on: https://aws.amazon.com/s3/pricing
    expect(line?.amount).toMatch(/^46 lists/);
    expect(line?.perMillion).toBeGreaterThan((100 * 46 * 5) / 1_000_000);
  });

  it('takes the shares of a mix, whatever they add up to', () => {
    const terms = { ...usualTerms, tableClass: 'standard' } as const;
    const bill = (mix: Record<string, number>) => totalOf(billOf(usageOfMix(measuredUsage, mix, 0), terms));
    const [one = '', other = ''] = Object.keys(usualMix);
    expect(bill({ [one]: 2, [other]: 2 })).toBeCloseTo(bill({ [one]: 0.1, [other]: 0.1 }), 6);
    expect(bill({ [one]: 1, [other]: 1 })).not.toBeCloseTo(bill({ [one]: 1, [other]: 3 }), 2);
    expect(bill({ [one]: 5 })).toBeCloseTo(totalOf(billOf(measuredUsage[one]?.once as never, terms)), 6);
  });

  it('is at most $4.50 for a million events of the usual mix, with the cheaper table class and all lines but the lake', async () => {
    const { perMillion, lines } = JSON.parse(await cost('--json', '--no-lake'));
    expect(perMillion).toBeLessThanOrEqual(4.5);
    for (const { service, perMillion: part } of lines) expect([service, part > 0]).toEqual([service, true]);
  });

  it('names the cheaper table class, and the month from which on it is cheaper', async () => {
    const usage = usageOfMix(measuredUsage, usualMix, 0);
    const { fromMonth } = cheaperTableClass(usage, usualTerms);
    const of = (tableClass: 'standard' | 'standard-infrequent-access', month?: number) =>
      totalOf(billOf(usage, { ...usualTerms, tableClass }, month));
    expect(fromMonth).toBeGreaterThan(1);
    expect(of('standard', fromMonth - 1)).toBeLessThanOrEqual(
      of('standard-infrequent-access', fromMonth - 1),
    );
    expect(of('standard', fromMonth)).toBeGreaterThan(of('standard-infrequent-access', fromMonth));
    expect(of('standard')).toBeGreaterThan(of('standard-infrequent-access'));
    expect(await inOneLine()).toContain(`standard-infrequent-access is cheaper from month ${fromMonth} on`);
  });

  it('keeps to the standard class when statuses are kept for a short time', async () => {
    const short = JSON.parse(await cost('--json', '--status-days', '31'));
    expect(short).toMatchObject({ tableClass: 'standard', cheaperTableClass: { tableClass: 'standard' } });
    expect(await inOneLine('--status-days', '31')).toContain('standard is cheaper from the first month on');
  });

  it('is computed for the class that is asked for', async () => {
    const { perMillion, cheaperTableClass: cheaper } = JSON.parse(
      await cost('--json', '--no-lake', '--table-class', 'standard'),
    );
    expect(perMillion).toBeCloseTo(cheaper.perMillion.standard, 6);
    expect(await inOneLine()).toContain(
      `$${cheaper.perMillion.standard.toFixed(2)} with standard, the lake not counted. This bill is for standard-infrequent-access. A stack has standard unless`,
    );
    expect(perMillion).toBeGreaterThan(cheaper.perMillion['standard-infrequent-access']);
  });

  it('lists what costs the same whatever the number of events: alarms by the metrics that they watch', async () => {
    const { fixedPerMonth } = JSON.parse(await cost('--json', '--events', '10M'));
    expect(fixedPerMonth.alarms).toBeCloseTo(fixed.watchedMetrics * 0.1, 6);
    expect(fixedPerMonth.canaryAlarms).toBeCloseTo(fixed.canaryMetrics * 0.1, 6);
    expect(await inOneLine()).toContain(
      `The setting rollout: 'canary' adds $${fixedPerMonth.canaryAlarms.toFixed(2)} for alarms on ${fixed.canaryMetrics} more metrics.`,
    );
    expect(await inOneLine()).toContain(
      `$${fixedPerMonth.alarms.toFixed(2)} for ${fixed.alarms} alarms on ${fixed.watchedMetrics} metrics`,
    );
  });

  it('includes a bus and endpoints if asked, as docs/events.md says', async () => {
    const bill = async (...words: string[]) => JSON.parse(await cost('--json', ...words));
    const [plain, bus, one, two] = [
      await bill(),
      await bill('--event-bus'),
      await bill('--webhooks', '1'),
      await bill('--webhooks', '2'),
    ];
    const page = readFileSync(new URL('../../docs/events.md', import.meta.url), 'utf8').replaceAll('\n', ' ');
    const [, onBus, perEndpoint] =
      /about \$([\d.]+) on the bus.*? about \$([\d.]+) for each endpoint/.exec(page) ?? [];
    expect(bus.perMonth - plain.perMonth).toBeCloseTo(Number(onBus), 1);
    expect(two.perMonth - one.perMonth).toBeCloseTo(Number(perEndpoint), 1);
    expect(one.fixedPerMonth.secrets).toBeGreaterThan(bus.fixedPerMonth.secrets);
    expect(bus.fixedPerMonth.alarms).toBeGreaterThan(plain.fixedPerMonth.alarms);
  });

  it.each([
    [['--webhooks', 'many'], 'expected a number of endpoints'],
    [['--status-days', '0'], 'expected a whole number of days'],
    [['--table-class', 'cold'], 'standard-infrequent-access'],
    [['--events', 'many'], 'expected a number such as 500k or 10M'],
    [['--mix', 'pigeon=1'], 'unknown provider "pigeon"; expected one of '],
    [['--mix', 'sengrid=1'], 'did you mean sendgrid?'],
    [['--mix', `${Object.keys(usualMix)[0]}=0`], 'expected a number above 0'],
    [['--duplicates', '2'], 'expected a number from 0 to 1'],
    [['--speed', '1'], '--speed'],
  ])('refuses %j, and says what it expected', async (words, message) => {
    expect(await commandLine('cost', ...words)).toMatchObject({
      exitCode: 2,
      out: '',
      error: expect.stringContaining(message),
    });
  });
});
