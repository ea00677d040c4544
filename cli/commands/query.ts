import { Argument, Option } from 'commander';
import { askLake, type LakeAnswer } from '../../app/ask-lake.ts';
import { limits } from '../../app/given.ts';
import { readyQuestion } from '../../app/ready-question.ts';
import { aroundDays } from '../../lake/sql/around-days.ts';
import { questionSql, questions } from '../../lake/sql/questions.ts';
import { bytesInWords, whileAsking } from '../ask-lake.ts';
import { collect, type MakeCommand, positiveNumber, type StackOptions } from '../command.ts';
import { scanPrice } from '../cost/prices.ts';
import { expectedOneOf } from '../did-you-mean.ts';
import { lakeOf } from '../lake-of.ts';
import { exitCodes, Problem, valueOrProblem } from '../problem.ts';
import { programName } from '../program-name.ts';
import { type Format, formats, writeResult } from '../query/results.ts';
import { suggest } from '../suggested.ts';
import { openTarget, type Target } from '../target.ts';
import { paint, print, printError, type Terminal, table } from '../ui/terminal.ts';

type QueryCommandOptions = StackOptions & {
  readonly list?: boolean;
  readonly showSql?: boolean;
  readonly days?: number;
  readonly from?: string;
  readonly to?: string;
  readonly set?: readonly string[];
  readonly format: Format;
  readonly output?: string;
  readonly limit?: number;
};

const names = questions.map(({ name }) => name);
/** A terminal shows fewer rows than a file takes. */
const mostRows = { table: 100, file: 100_000 };

export const queryCommand: MakeCommand = (command, { terminal, finish }) =>
  command
    .withExamples([
      'query --list',
      'query bounce-rate --days 30',
      'query clicks-by-version --set template=newsletter',
      'query "select mailbox, count(*) as sends from sends group by mailbox order by sends desc"',
      'query best-hour --format parquet --output hours.parquet --stack Mailfold',
    ])
    .addArgument(
      suggest(
        new Argument('[question]', 'SQL over the views of the lake, or the name of a ready question'),
        names,
      ),
    )
    .option('--list', 'list the ready questions')
    .option('--show-sql', 'print the SQL of a ready question instead of asking it')
    .option(
      '--days <n>',
      `for ready questions: the last days, today included (default: ${limits.defaultStatsDays})`,
      positiveNumber,
    )
    .option('--from <day>', 'for ready questions: the first day')
    .option('--to <day>', 'for ready questions: the last day')
    .option('--set <name=value>', 'for ready questions: a parameter (repeatable)', collect)
    .addOption(new Option('--format <form>', 'how to print it').choices(formats).default('table'))
    .option('--output <file>', 'file to write (default: standard output)')
    .option(
      '--limit <n>',
      `rows to print (default: ${mostRows.table} as a table, ${mostRows.file} otherwise)`,
      positiveNumber,
    )
    .withStack()
    .withJson()
    .addHelpText('after', help)
    .action((question: string | undefined, options: QueryCommandOptions) =>
      finish(query(question, options, terminal)),
    );

async function query(
  given: string | undefined,
  options: QueryCommandOptions,
  terminal: Terminal,
): Promise<number> {
  if (options.list) return list(terminal);
  if (given === undefined)
    throw new Problem(
      `expected a question: SQL, or a name that \`${programName} query --list\` lists`,
      exitCodes.usage,
    );
  const sql = isSql(given) ? given : sqlOf(given, options);
  if (options.showSql) {
    print(terminal, ...sql.split('\n'));
    return 0;
  }
  const target = await openTarget(options);
  const lake = await lakeOf(target);
  const format = options.json ? 'json' : options.format;
  const most = options.limit ?? mostRows[format === 'table' ? 'table' : 'file'];
  const answered = await whileAsking(terminal, (asking) => askLake({ sql, most }, lake, asking));
  const result = valueOrProblem('query', answered);
  await writeResult(
    result,
    { format, ...(options.output !== undefined && { output: options.output }) },
    terminal,
  );
  printError(terminal, ...notes(result, most, target).map((note) => paint('dim', note, terminal)));
  return 0;
}

/** A name has no spaces, and a question without any is none. */
function isSql(text: string): boolean {
  return /\s/.test(text.trim());
}

function sqlOf(name: string, { days, from, to, set = [] }: QueryCommandOptions): string {
  if (!names.includes(name))
    throw new Problem(`there is no question "${name}"; ${expectedOneOf(name, names)}`, exitCodes.usage);
  const period = {
    ...(days !== undefined && { days }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
  const wanted = { name, ...period, values: Object.fromEntries(set.map(assignment)) };
  const { question, values } = valueOrProblem(name, readyQuestion(wanted, questions, new Date()));
  return aroundDays(questionSql(question, values), values);
}

function assignment(text: string): [string, string] {
  const place = text.indexOf('=');
  if (place < 1) throw new Problem(`--set ${text}: expected NAME=VALUE`, exitCodes.usage);
  return [text.slice(0, place), text.slice(place + 1)];
}

function list(terminal: Terminal): number {
  const rows = questions.map(({ name, asks, parameters = {} }) => {
    const settable = Object.entries(parameters).map(([parameter, value]) => `--set ${parameter}=${value}`);
    return [paint('bold', name, terminal), [asks, ...settable].join('  ')];
  });
  print(terminal, ...table(rows));
  return 0;
}

/** Beside the answer, so that a pipe gets rows alone. */
function notes({ rows, hasMore, scannedBytes }: LakeAnswer, most: number, { isLocal }: Target): string[] {
  const count = rows.length.toLocaleString('en-US');
  const shown = hasMore
    ? `the first ${count} rows; --limit ${most * 10} shows more`
    : `${count} ${rows.length === 1 ? 'row' : 'rows'}`;
  if (scannedBytes === undefined) return [shown];
  const price = scanPrice(scannedBytes);
  const cost = price < 0.01 ? 'less than a cent' : `$${price.toFixed(2)}`;
  return [`${shown}, ${bytesInWords(scannedBytes)} read, ${isLocal ? `on AWS ${cost}` : cost}`];
}

const help = `
The views are events, sends, rates_by_day, rates_by_domain, rates_by_template, rates_by_mailbox
and rates_by_provider, and the table told; docs/analytics.md describes them. The SQL is that of
Athena, also on the local stack. A question can read the lake and change nothing.`;
