import { outputs } from '../../lib/outputs.ts';
import type { MakeCommand, StackOptions } from '../command.ts';
import { type LoggedLine, readLog } from '../function-log.ts';
import { openTarget } from '../target.ts';
import { parseMoment } from '../ui/moments.ts';
import { print, printJson, type Terminal, table } from '../ui/terminal.ts';

type MetricsOptions = StackOptions & { readonly since: string };

export const metricsCommand: MakeCommand = (command, { terminal, finish }) =>
  command
    .withExamples(['metrics', 'metrics --since -15m --json', 'metrics --since -1h --stack Mailfold'])
    .option('--since <time>', 'start: an ISO time, or -15m', '-1h')
    .withStack()
    .withJson()
    .action((options: MetricsOptions) => finish(metrics(options, terminal)));

type Measured = { readonly name: string; readonly of: string; readonly value: number };

/** Reads the log lines that feed CloudWatch: they are there at once, in a local run too. */
async function metrics(options: MetricsOptions, terminal: Terminal): Promise<number> {
  const target = await openTarget(options);
  const since = parseMoment(options.since, new Date());
  const groups = [outputs.receiverLogGroupName, outputs.consumerLogGroupName].map((name) =>
    target.output(name),
  );
  const lines = (await Promise.all(groups.map((group) => readLog(target, group, since, '_aws')))).flat();
  const measured = addedUp(lines.flatMap(measuredIn));
  if (options.json) printJson(terminal, measured);
  else if (measured.length === 0) print(terminal, `No metrics were logged since ${since.toISOString()}.`);
  else print(terminal, ...table(measured.map(({ name, of, value }) => [name, String(value), of])));
  return 0;
}

/** A line names its metrics and dimensions in `_aws`; their values are fields of the line. */
function measuredIn({ fields }: LoggedLine): Measured[] {
  const { CloudWatchMetrics = [] } = (fields['_aws'] ?? {}) as {
    CloudWatchMetrics?: { Dimensions: string[][]; Metrics: { Name: string }[] }[];
  };
  return CloudWatchMetrics.flatMap(({ Dimensions, Metrics }) => {
    // The longest set of dimensions has the details; the others are its sums.
    const finest = Dimensions.toSorted((one, other) => other.length - one.length)[0] ?? [];
    const of = finest
      .filter((name) => name !== 'service' && name !== 'stack')
      .map((name) => String(fields[name]))
      .join(' ');
    return Metrics.map(({ Name }) => ({
      name: Name,
      of,
      value: Math.max(...[fields[Name]].flat().map(Number)),
    }));
  });
}

/** Adds up counts, and keeps the longest lag. */
function addedUp(all: readonly Measured[]): Measured[] {
  const sums = new Map<string, Measured>();
  for (const one of all) {
    const key = JSON.stringify([one.name, one.of]);
    const before = sums.get(key)?.value ?? 0;
    sums.set(key, {
      ...one,
      value: one.name === 'LagSeconds' ? Math.max(before, one.value) : before + one.value,
    });
  }
  return [...sums.values()].sort((one, other) =>
    `${one.name} ${one.of}` < `${other.name} ${other.of}` ? -1 : 1,
  );
}
