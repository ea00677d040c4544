import { Option } from 'commander';
import { givenScope, ifGiven } from '../../app/given.ts';
import { type StatusType, statusTypes } from '../../core/precedence.ts';
import { outputs } from '../../lib/outputs.ts';
import { statusReader } from '../../store/status-reader.ts';
import { collect, type MakeCommand, positiveNumber, type StackOptions } from '../command.ts';
import {
  type Comparison,
  compareAllStatuses,
  compareAllSuppressions,
  type Difference,
} from '../compare/run-comparison.ts';
import { meanings, openTheirs, type TheirFile } from '../compare/their-file.ts';
import { type InputFile, openInput } from '../files/open-input.ts';
import { portsOf } from '../ports.ts';
import { exitCodes, Problem, valueOrProblem } from '../problem.ts';
import { suggest } from '../suggested.ts';
import { openTarget, type Target } from '../target.ts';
import { readCauses, wordKey } from '../transfer/given-causes.ts';
import { listForms } from '../transfer/open-list.ts';
import { readColumnMap } from '../transfer/own-list.ts';
import { comparisonLines, differenceLine } from '../ui/comparison-lines.ts';
import { progress } from '../ui/progress.ts';
import { print, printError, printJson, type Terminal } from '../ui/terminal.ts';
import { plain } from '../ui/text.ts';

type CompareOptions = StackOptions & {
  readonly from?: string;
  readonly map?: readonly string[];
  readonly status?: readonly string[];
  readonly cause?: readonly string[];
  readonly scope?: string;
  readonly whole?: boolean;
  readonly limit: number;
};

export const compareCommand: MakeCommand = (command, { terminal, finish }) =>
  command
    .withExamples([
      'compare theirs.csv',
      'compare theirs.csv --status "Bounced=hard_bounce" --status "Read=open" --json',
      'compare suppression_bounces.csv --cause hard_bounce --whole',
    ])
    .argument('<file>', 'what another program says, in CSV or JSON; - for standard input')
    .addOption(
      suggest(new Option('--from <form>', `of a list of addresses: ${listForms.join(', ')}`), listForms),
    )
    .option('--map <column=meaning>', `what a column means: ${meanings.join(', ')} (repeatable)`, collect)
    .option('--status <word=status>', 'what a word of theirs means (repeatable)', collect)
    .option('--cause <cause>', 'why, where a list of addresses does not say it; or WORD=CAUSE', collect)
    .option('--scope <name>', 'stream, group or list, where the file does not name it; "*" for all mail')
    .option(
      '--whole',
      'the list of addresses is complete: also show addresses that only this stack suppresses',
    )
    .option('--limit <n>', 'differences to show', positiveNumber, 100)
    .withStack()
    .withJson()
    .addHelpText('after', help)
    .action((file: string, options: CompareOptions) => finish(compare(file, options, terminal)));

/** Of rows that cannot be read; all are counted. */
const maxBadShown = 20;

async function compare(path: string, options: CompareOptions, terminal: Terminal): Promise<number> {
  const wish = {
    ...(options.from !== undefined && { from: options.from }),
    map: readColumnMap(options.map ?? [], meanings),
    statuses: readStatuses(options.status ?? []),
    causes: readCauses(options.cause ?? []),
    scope: valueOrProblem('--scope', ifGiven(options.scope, givenScope)),
  };
  const target = await openTarget(options);
  const file = await openInput(path);
  try {
    const theirs = await openTheirs(file, wish);
    const differences: Difference[] = [];
    const comparison = await run({ file, theirs, target }, options, terminal, (difference) => {
      if (differences.length < options.limit) differences.push(difference);
    });
    show({ comparison, differences, theirs }, options, terminal);
    return comparison.differences > 0 || comparison.badRows > 0 ? exitCodes.no : 0;
  } finally {
    file.close();
  }
}

async function run(
  { file, theirs, target }: { file: InputFile; theirs: TheirFile; target: Target },
  { whole = false }: CompareOptions,
  terminal: Terminal,
  onDifference: (difference: Difference) => void,
): Promise<Comparison> {
  const reading = progress('comparing', file.size, terminal);
  let bad = 0;
  const found = {
    onDifference,
    onBad: ({ line, problem }: { line: number; problem: string }) => {
      bad += 1;
      if (bad <= maxBadShown) printError(terminal, `line ${line}: ${plain(problem)}`);
    },
  };
  const comparison =
    theirs.about === 'statuses'
      ? await compareAllStatuses(
          theirs.rows(reading.advance),
          statusReader(target.dynamoDb, target.output(outputs.messagesTableName)),
          found,
        )
      : await compareAllSuppressions(theirs.rows(reading.advance), portsOf(target), found, whole);
  reading.end();
  return comparison;
}

function show(
  {
    comparison,
    differences,
    theirs,
  }: { comparison: Comparison; differences: Difference[]; theirs: TheirFile },
  options: CompareOptions,
  terminal: Terminal,
): void {
  if (options.json) {
    printJson(terminal, { about: theirs.about, ...comparison, shown: differences });
    return;
  }
  for (const difference of differences) print(terminal, ...differenceLine(difference, terminal));
  print(terminal, ...comparisonLines(comparison, differences.length, terminal));
}

/** Each is a word of the file and one of our statuses: `Bounced=hard_bounce`. */
function readStatuses(given: readonly string[]): ReadonlyMap<string, StatusType> {
  return new Map(
    given.map((each) => {
      const at = each.lastIndexOf('=');
      const status = statusTypes.find((type) => type === each.slice(at + 1).trim());
      if (at < 1 || !status)
        throw new Problem(
          `--status ${each}: expected a word of the file and a status (${statusTypes.join(', ')}), such as Bounced=hard_bounce`,
          exitCodes.usage,
        );
      return [wordKey(each.slice(0, at)), status];
    }),
  );
}

const help = `
Statuses: columns message and status, and recipient if messages have several.
Suppressions: columns address and suppressed (yes or no); or a list of suppressed addresses, as
\`suppressions import\` takes it. Exit code 0: nothing differs, 1: something does.
Events that arrived in the last minutes may be on one side only: compare again.`;
