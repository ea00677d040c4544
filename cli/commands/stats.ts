import { Option } from 'commander';
import { limits } from '../../app/given.ts';
import { type Stats, type StatsQuestion, stats } from '../../app/stats.ts';
import { dimensionNames } from '../../core/send-dimension.ts';
import { lakeAnalytics } from '../../lake/lake-analytics.ts';
import { whileAsking } from '../ask-lake.ts';
import { type MakeCommand, positiveNumber, type StackOptions } from '../command.ts';
import { lakeOf } from '../lake-of.ts';
import { valueOrProblem } from '../problem.ts';
import { programName } from '../program-name.ts';
import { statsCsv } from '../stats-csv.ts';
import { suggest } from '../suggested.ts';
import { openTarget } from '../target.ts';
import { percent } from '../ui/percent.ts';
import { statsLines } from '../ui/stats-lines.ts';
import { explainedLines } from '../ui/stats-words.ts';
import { paint, print, printCsv, printJson, type Terminal } from '../ui/terminal.ts';
import { wrapped } from '../ui/text.ts';

type StatsOptions = StackOptions &
  Pick<StatsQuestion, 'days' | 'from' | 'to' | 'by' | 'compare'> & {
    readonly byEventDay?: boolean;
    readonly explain?: boolean;
    readonly format: 'table' | 'csv' | 'json';
  };

export const statsCommand: MakeCommand = (command, { terminal, finish }) =>
  command
    .withExamples([
      'stats --days 14',
      'stats --by domain --compare',
      'stats --from 2026-01-01 --to 2026-01-31 --by template --format csv',
      'stats --by mailbox --explain',
    ])
    .option(
      '--days <n>',
      `the last days, today included, up to ${limits.statsDays} (default: ${limits.defaultStatsDays})`,
      positiveNumber,
    )
    .option('--from <day>', 'the first day instead, such as 2026-01-31')
    .option('--to <day>', 'the last day (default: today)')
    .addOption(
      suggest(
        new Option(
          '--by <dimension>',
          `${dimensionNames.join(', ')}, or metadata:NAME for a custom argument`,
        ),
        dimensionNames,
      ),
    )
    .option('--compare', 'compare with as many days before')
    .option('--by-event-day', 'count everything on the day it happened; then there are no rates')
    .option('--explain', 'show the formula, the counts and the interval of every rate')
    .addOption(
      new Option('--format <form>', 'how to print it').choices(['table', 'csv', 'json']).default('table'),
    )
    .withStack()
    .withJson()
    .addHelpText('after', help)
    .action((options: StatsOptions) => finish(showStats(options, terminal)));

async function showStats(options: StatsOptions, terminal: Terminal): Promise<number> {
  const lake = await lakeOf(await openTarget(options));
  const answered = await whileAsking(terminal, (asking) =>
    stats(questionIn(options), { analytics: lakeAnalytics(lake, asking), now: () => new Date() }),
  );
  const found = valueOrProblem('stats', answered);
  if (options.json || options.format === 'json') printJson(terminal, found);
  else if (options.format === 'csv') printCsv(terminal, statsCsv(found));
  else show(found, options, terminal);
  return 0;
}

function questionIn({ days, from, to, by, compare, byEventDay }: StatsOptions): StatsQuestion {
  return {
    ...(days !== undefined && { days }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(by !== undefined && { by }),
    compare: compare ?? false,
    basis: byEventDay ? 'event-day' : 'sending-day',
  };
}

function show(found: Stats, { explain }: StatsOptions, terminal: Terminal): void {
  if (found.total.counts.attempted === 0 && found.total.counts.undelivered === 0) {
    print(terminal, `No mail was sent from ${found.from} to ${found.to}.`);
    return;
  }
  print(terminal, ...statsLines(found, terminal), ...hintsOf(found, terminal));
  if (explain) print(terminal, ...explainedLines(found, terminal));
}

/** What one must know about the groups to read them rightly. */
function hintsOf({ by, total }: Stats, terminal: Terminal): string[] {
  if (!by) return [];
  const untold = by.rows.find(({ group }) => group.type === 'not-told')?.figures.counts.attempted ?? 0;
  const share = untold / Math.max(1, total.counts.attempted);
  const hints = [
    ...(by.rowsOverlap ? ['A send with several tags is in several rows.'] : []),
    ...(share > 0.1
      ? [
          `${percent(share)} of the sends do not tell their ${by.dimension}; docs/analytics.md says how they can.`,
        ]
      : []),
  ];
  const lines = hints.flatMap((hint) => wrapped(hint, ''));
  return lines.length > 0 ? ['', ...lines.map((line) => paint('dim', line, terminal))] : [];
}

const help = `
A send is one message to one recipient. It counts for the day it was sent, so that a late bounce
changes that day. bounced is per send; complaints, opened and clicked are per delivered send.
Programs that open or click do not count. \`${programName} query --list\` has more questions.`;
