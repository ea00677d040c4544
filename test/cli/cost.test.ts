import { describe, expect, it } from 'vitest';
import { billOf, totalOf } from '../../cli/cost/bill.ts';
import { measuredUsage, usualMix } from '../../cli/cost/measured-usage.ts';
import { usageOfMix } from '../../cli/cost/usage.ts';
import { commandLine } from '../support/command-line.ts';

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
    expect(amounts).toHaveLength(9);
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBeCloseTo(Number(total), 1);
  });

  it('grows with the number of events, and with the share of duplicates', async () => {
    const perMonth = async (...words: string[]) => JSON.parse(await cost('--json', ...words)).perMonth;
    const one = await perMonth();
    expect(await perMonth('--events', '10M')).toBeCloseTo(10 * one, 6);
    expect(await perMonth('--events', '500k')).toBeCloseTo(one / 2, 6);
    expect(await perMonth('--duplicates', '0.5')).toBeGreaterThan(one);
  });

  it('takes the shares of a mix, whatever they add up to', () => {
    const bill = (mix: Record<string, number>) => totalOf(billOf(usageOfMix(measuredUsage, mix, 0)));
    const [one = '', other = ''] = Object.keys(usualMix);
    expect(bill({ [one]: 2, [other]: 2 })).toBeCloseTo(bill({ [one]: 0.1, [other]: 0.1 }), 6);
    expect(bill({ [one]: 1, [other]: 1 })).not.toBeCloseTo(bill({ [one]: 1, [other]: 3 }), 2);
    expect(bill({ [one]: 5 })).toBeCloseTo(totalOf(billOf(measuredUsage[one]?.once as never)), 6);
  });

  it.each([
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
