import { outputs } from '../../lib/outputs.ts';
import type { MakeCommand, StackOptions } from '../command.ts';
import { readLog } from '../function-log.ts';
import { evidenceByCause, importedByProvider, trafficByProvider } from '../metrics/by-provider.ts';
import { type Measured, measuredIn } from '../metrics/measured.ts';
import { type Statistics, statisticsOf } from '../metrics/statistics.ts';
import { openTarget } from '../target.ts';
import { showLag } from '../ui/duration.ts';
import { parseMoment, showMoment } from '../ui/moments.ts';
import { numbersTable, paint, print, printJson, type Terminal } from '../ui/terminal.ts';

type MetricsOptions = StackOptions & { readonly since: string; readonly all?: boolean };

export const metricsCommand: MakeCommand = (command, { terminal, finish }) =>
  command
    .withExamples(['metrics', 'metrics --all --since -15m', 'metrics --since -1h --stack Mailfold --json'])
    .option('--since <time>', 'start: an ISO time, or -15m', '-1h')
    .option('--all', 'show every metric; --json always has all')
    .withStack()
    .withJson()
    .action((options: MetricsOptions) => finish(metrics(options, terminal)));

/** Reads the log lines that feed CloudWatch: they are there at once, in a local run too. */
async function metrics(options: MetricsOptions, terminal: Terminal): Promise<number> {
  const target = await openTarget(options);
  const now = new Date();
  const since = parseMoment(options.since, now);
  const minutes = Math.max(1 / 60, (now.getTime() - since.getTime()) / 60_000);
  const groups = [outputs.receiverLogGroupName, outputs.consumerLogGroupName].map((name) =>
    target.output(name),
  );
  const lines = (await Promise.all(groups.map((group) => readLog(target, group, since, '_aws')))).flat();
  const measured = lines.flatMap(measuredIn);
  if (options.json) printJson(terminal, statisticsOf(measured, minutes));
  else if (measured.length === 0) print(terminal, `No metrics were logged since ${showMoment(since)}.`);
  else {
    print(terminal, paint('dim', `Since ${showMoment(since)}`, terminal), '');
    print(
      terminal,
      ...(options.all ? allLines(statisticsOf(measured, minutes)) : shortLines(measured, minutes, terminal)),
    );
  }
  return 0;
}

function shortLines(measured: readonly Measured[], minutes: number, terminal: Terminal): string[] {
  const rows = trafficByProvider(measured).map((traffic) => [
    traffic.provider,
    String(traffic.accepted),
    String(traffic.refused),
    String(traffic.stored),
    perMinute(traffic.stored / minutes),
    String(traffic.repeated),
    String(traffic.unreadable),
    seconds(traffic.lagSeconds?.p50),
    seconds(traffic.lagSeconds?.p95),
  ]);
  const causes = evidenceByCause(measured).map(inWords);
  const imported = importedByProvider(measured).map(inWords);
  return [
    ...numbersTable([['', 'posts', 'refused', 'events', '/min', 'repeats', 'poison', 'lag', 'p95'], ...rows]),
    '',
    `Evidence against sending: ${causes.length > 0 ? causes.join(', ') : 'none'}`,
    ...(imported.length > 0 ? [`Imported events of the past: ${imported.join(', ')}`] : []),
    paint('dim', 'Lag is the median time from an event to its storage, and p95 what 5 % exceed.', terminal),
  ];
}

function inWords([what, count]: [string, number]): string {
  return `${count} ${what}`;
}

function allLines(statistics: readonly Statistics[]): string[] {
  const rows = statistics
    .toSorted((one, other) => (labelOf(one) < labelOf(other) ? -1 : 1))
    .map((each) => {
      const show = each.unit === 'Seconds' ? seconds : number;
      return [
        labelOf(each),
        number(each.total),
        each.perMinute === undefined ? '' : perMinute(each.perMinute),
        ...[each.average, each.p50, each.p95, each.max].map(show),
      ];
    });
  return numbersTable([['', 'total', '/min', 'average', 'p50', 'p95', 'max'], ...rows]);
}

function labelOf({ name, of }: Statistics): string {
  return [name, ...Object.values(of)].join(' ');
}

function number(value: number | undefined): string {
  return value === undefined ? '' : String(Math.round(value));
}

function perMinute(value: number): string {
  if (value > 0 && value < 0.05) return '<0.1';
  return value < 10 ? value.toFixed(1) : String(Math.round(value));
}

function seconds(value: number | undefined): string {
  return value === undefined ? '' : showLag(value * 1_000);
}
