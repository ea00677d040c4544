import { InvalidArgumentError, Option } from 'commander';
import { type MakeCommand, share } from '../command.ts';
import { type BillLine, billOf, totalOf } from '../cost/bill.ts';
import { measuredOn, measuredUsage, usualMix } from '../cost/measured-usage.ts';
import { pricesOf } from '../cost/prices.ts';
import { type Mix, usageOfMix } from '../cost/usage.ts';
import { expectedOneOf } from '../did-you-mean.ts';
import { print, printJson, type Terminal, table } from '../ui/terminal.ts';

const million = 1_000_000;
const providers = Object.keys(measuredUsage);
const usual = Object.entries(usualMix).map(([name, part]) => `${name}=${part}`);

type CostOptions = {
  readonly events: number;
  readonly mix: Mix;
  readonly duplicates: number;
  readonly json?: boolean;
};

export const costCommand: MakeCommand = (command, { terminal, finish }) =>
  command
    .withExamples([
      'cost',
      `cost --events 10M --mix ${usual.slice(0, 2).join(',')}`,
      'cost --events 500k --duplicates 0.1 --json',
    ])
    .option(
      '--events <n>',
      'events per month without duplicates, such as 500k, 10M or 1.5M',
      eventCount,
      million,
    )
    .addOption(
      new Option(
        '--mix <parts>',
        `providers with their shares of the messages; measured are ${providers.join(', ')}`,
      )
        .argParser(mixOf)
        .default(usualMix, usual.join(',')),
    )
    .option('--duplicates <share>', 'share of requests that providers send twice, from 0 to 1', share, 0)
    .withJson()
    .addHelpText(
      'after',
      '\nMeasured usage of this code, times list prices. Not included: alarms, metrics\nand secrets, which cost the same whatever the number of events;\ndocs/performance.md has them.',
    )
    .action((options: CostOptions) => finish(cost(options, terminal)));

function eventCount(text: string): number {
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)([kM]?)$/.exec(text) ?? [];
  if (!digits) throw new InvalidArgumentError('expected a number such as 500k or 10M');
  return Number(digits) * (unit === 'M' ? million : unit === 'k' ? 1_000 : 1);
}

function mixOf(text: string): Mix {
  const parts = text.split(',').map((part) => part.split('='));
  return Object.fromEntries(
    parts.map(([name = '', part = '1']) => {
      if (!providers.includes(name))
        throw new InvalidArgumentError(`unknown provider "${name}"; ${expectedOneOf(name, providers)}`);
      if (!(Number(part) > 0))
        throw new InvalidArgumentError(`expected a number above 0 for ${name}, found "${part}"`);
      return [name, Number(part)];
    }),
  );
}

function cost({ events, mix, duplicates, json }: CostOptions, terminal: Terminal): number {
  const lines = billOf(usageOfMix(measuredUsage, mix, duplicates));
  const perMillion = totalOf(lines);
  const perMonth = (perMillion * events) / million;
  if (json)
    printJson(terminal, { pricesOf, measuredOn, events, mix, duplicates, lines, perMillion, perMonth });
  else show(lines, events, terminal);
  return 0;
}

function show(lines: readonly BillLine[], events: number, terminal: Terminal): void {
  const rows = lines.map(({ service, amount, perMillion }) => [
    service,
    dollars(perMillion),
    dollars((perMillion * events) / million),
    amount,
  ]);
  const total = totalOf(lines);
  print(
    terminal,
    `${events.toLocaleString('en-US')} events per month; list prices of us-east-1 (${pricesOf}), no free tier`,
    '',
    ...table([
      ['', 'per million events', 'per month', `measured ${measuredOn}`],
      ...rows,
      ['total', dollars(total), dollars((total * events) / million), ''],
    ]),
    '',
    'Storage is the steady state: events are kept for 30 days, statuses for 400.',
  );
}

function dollars(value: number): string {
  return `$${value.toFixed(value < 100 ? 2 : 0)}`;
}
