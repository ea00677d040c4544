import { InvalidArgumentError, Option } from 'commander';
import { type MakeCommand, share } from '../command.ts';
import { type BillLine, billOf, cheaperTableClass, type Terms, totalOf, usualTerms } from '../cost/bill.ts';
import { fanOutBillOf, fanOutFixed, type Listeners } from '../cost/fan-out-bill.ts';
import { lakeBillOf } from '../cost/lake-bill.ts';
import { measuredOn, measuredUsage, usualMix } from '../cost/measured-usage.ts';
import { fixed, prices, pricesOf, type TableClass, tableClasses } from '../cost/prices.ts';
import { type Mix, usageOfMix } from '../cost/usage.ts';
import { expectedOneOf } from '../did-you-mean.ts';
import { print, printJson, type Terminal, table } from '../ui/terminal.ts';
import { wrapped } from '../ui/text.ts';

const million = 1_000_000;
const providers = Object.keys(measuredUsage);
const usual = Object.entries(usualMix).map(([name, part]) => `${name}=${part}`);

type CostOptions = {
  readonly events: number;
  readonly mix: Mix;
  readonly duplicates: number;
  readonly eventDays: number;
  readonly statusDays: number;
  readonly tableClass?: TableClass;
  readonly lake: boolean;
  readonly eventBus?: boolean;
  readonly webhooks: number;
  readonly json?: boolean;
};

export const costCommand: MakeCommand = (command, { terminal, finish }) =>
  command
    .withExamples([
      'cost',
      `cost --events 10M --mix ${usual.slice(0, 2).join(',')}`,
      'cost --events 500k --duplicates 0.1 --json',
      'cost --status-days 90 --table-class standard',
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
    .option(
      '--event-days <n>',
      'days that events are kept (setting dedupeWindowDays)',
      days,
      usualTerms.eventDays,
    )
    .option(
      '--status-days <n>',
      'days that statuses are kept (setting statusRetentionDays)',
      days,
      usualTerms.statusDays,
    )
    .addOption(
      new Option(
        '--table-class <class>',
        'class of the messages table (setting tableClass); the cheaper one by default',
      ).choices(tableClasses),
    )
    .option('--no-lake', 'leave out the lake, for a stack with the setting lake: false')
    .option('--event-bus', 'include the event bus (setting eventBus)')
    .option(
      '--webhooks <n>',
      'include this many endpoints that get every event (setting webhooks)',
      endpointCount,
      0,
    )
    .withJson()
    .addHelpText(
      'after',
      '\nMeasured usage of this code, times list prices, once as many rows expire as are\nadded. Alarms, metrics and secrets cost the same whatever the number of events,\nand are listed apart.',
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

function endpointCount(text: string): number {
  if (!/^\d{1,2}$/.test(text)) throw new InvalidArgumentError('expected a number of endpoints');
  return Number(text);
}

function days(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('expected a whole number of days');
  return Number(text);
}

function cost(options: CostOptions, terminal: Terminal): number {
  const { events, mix, duplicates, eventDays, statusDays, lake, json } = options;
  const listeners: Listeners = { eventBus: options.eventBus ?? false, endpoints: options.webhooks };
  const usage = usageOfMix(measuredUsage, mix, duplicates);
  const cheaper = cheaperTableClass(usage, { eventDays, statusDays });
  const tableClass = options.tableClass ?? cheaper.tableClass;
  const terms = { eventDays, statusDays, tableClass };
  const lines = [
    ...billOf(usage, terms),
    ...(lake ? lakeBillOf(events) : []),
    ...fanOutBillOf(events, listeners),
  ];
  const perMillion = totalOf(lines);
  const perMonth = (perMillion * events) / million;
  if (json)
    printJson(terminal, {
      pricesOf,
      measuredOn,
      events,
      mix,
      duplicates,
      eventDays,
      statusDays,
      tableClass,
      lines,
      perMillion,
      perMonth,
      cheaperTableClass: cheaper,
      fixedPerMonth: fixedPerMonth(listeners),
    });
  else {
    show(lines, events, terminal);
    print(terminal, '', ...notesOn(terms, cheaper, listeners), ...(lake ? wrapped(noteOnLake, '') : []));
    if (listeners.eventBus || listeners.endpoints > 0) print(terminal, ...wrapped(noteOnFanOut, ''));
  }
  return 0;
}

function fixedParts(listeners: Listeners) {
  const added = fanOutFixed(listeners);
  return {
    alarms: fixed.alarms + added.alarms,
    watchedMetrics: fixed.watchedMetrics + added.watchedMetrics,
    secrets: fixed.secrets + added.secrets,
    canaryMetrics: fixed.canaryMetrics + added.canaryMetrics,
  };
}

function fixedPerMonth(listeners: Listeners) {
  const { watchedMetrics, secrets, canaryMetrics } = fixedParts(listeners);
  return {
    alarms: watchedMetrics * prices.watchedMetric,
    /** Only with the setting `rollout: 'canary'`. */
    canaryAlarms: canaryMetrics * prices.watchedMetric,
    secrets: secrets * prices.secret,
    eachWrittenMetric: prices.writtenMetric,
  };
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
  );
}

function notesOn(
  { eventDays, statusDays, tableClass }: Terms,
  { tableClass: cheaper, fromMonth, perMillion }: ReturnType<typeof cheaperTableClass>,
  listeners: Listeners,
): string[] {
  const { alarms, canaryAlarms, secrets, eachWrittenMetric } = fixedPerMonth(listeners);
  const parts = fixedParts(listeners);
  const other = otherThan(cheaper);
  const from = cheaper === 'standard' ? 'the first month' : `month ${fromMonth}`;
  const storage = `Storage is that of a stack that has run for ${statusDays} days: events are kept for ${eventDays} days, statuses for ${statusDays}.`;
  const classes = `Table class: ${cheaper} is cheaper from ${from} on. In the end a million events cost ${dollars(perMillion[cheaper])} with it, and ${dollars(perMillion[other])} with ${other}, the lake not counted. This bill is for ${tableClass}. A stack has standard unless the setting tableClass says otherwise. With standard, AWS does not charge for the first 25 GB in a region, which this bill leaves out.`;
  const rest = `Besides, per month: ${dollars(alarms)} for ${parts.alarms} alarms on ${parts.watchedMetrics} metrics, ${dollars(secrets)} for ${parts.secrets} secrets, and ${dollars(eachWrittenMetric)} for each metric that is written. The setting rollout: 'canary' adds ${dollars(canaryAlarms)} for alarms on ${parts.canaryMetrics} more metrics.`;
  return [storage, classes, rest].flatMap((text) => wrapped(text, ''));
}

const noteOnLake =
  'The lake is that of a year, and most of it is per file: more events cost little more. Questions are assumed: statistics or ready ones about the last two weeks. Athena charges at least $0.00005 for each, and its requests to S3 come on top. SQL of your own over sends or rates reads every day there can be, for about two cents (docs/analytics.md).';

const noteOnFanOut =
  'Events for other programs: every line is computed from assumptions, not measured. Every endpoint gets all events, and answers in 0.2 seconds.';

function otherThan(tableClass: TableClass): TableClass {
  return tableClass === 'standard' ? 'standard-infrequent-access' : 'standard';
}

function dollars(value: number): string {
  return `$${value.toFixed(value < 100 ? 2 : 0)}`;
}
