import { Option } from 'commander';
import { givenName, givenScope, ifGiven } from '../../../app/given.ts';
import {
  type GivenRow,
  type ImportSurvey,
  importSuppressions,
  surveyImport,
} from '../../../app/import-suppressions.ts';
import { causes } from '../../../core/suppression.ts';
import { digestOf } from '../../../providers/event-id.ts';
import { exampleProvider } from '../../../providers/manifests.ts';
import { collect, type MakeCommand, type StackOptions } from '../../command.ts';
import { evidenceLogOf } from '../../evidence-log-of.ts';
import { type InputFile, openInput } from '../../files/open-input.ts';
import { exitCodes, Problem, valueOrProblem } from '../../problem.ts';
import { suggest } from '../../suggested.ts';
import { openTarget, stackInWords, type Target } from '../../target.ts';
import { readCauses } from '../../transfer/given-causes.ts';
import { listForms, type OpenList, openList } from '../../transfer/open-list.ts';
import { readColumnMap } from '../../transfer/own-list.ts';
import { confirm } from '../../ui/confirm.ts';
import { lackingLines, surveyLines } from '../../ui/import-lines.ts';
import { longWork } from '../../ui/long-work.ts';
import { paint, print, printError, printJson, type Terminal } from '../../ui/terminal.ts';
import { countOf } from '../../ui/text.ts';

type ImportOptions = StackOptions & {
  readonly by: string;
  readonly from?: string;
  readonly cause?: readonly string[];
  readonly scope?: string;
  readonly map?: readonly string[];
  readonly ignoreColumns?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
};

export const importCommand: MakeCommand = (command, { terminal, finish }) =>
  command
    .withExamples([
      'suppressions import suppressed.csv --by kim --dry-run',
      'suppressions import suppressed.csv --by kim --yes',
      `suppressions import suppression_bounces.csv --from ${exampleProvider} --by kim --yes`,
      'suppressions import old-list.csv --by kim --cause manual --map "E-Mail=address" --ignore-columns --yes',
      'suppressions import - --by kim --yes < suppressed.csv',
    ])
    .argument('<file>', 'a list in CSV or JSON, also in gzip or zip; - for standard input')
    .requiredOption('--by <name>', 'who does this; for rows that do not say it')
    .addOption(
      suggest(
        new Option(
          '--from <form>',
          `where the list comes from: ${listForms.join(', ')} (default: by its columns)`,
        ),
        listForms,
      ),
    )
    .addOption(
      suggest(
        new Option(
          '--cause <cause>',
          'why, where the file does not say it; or WORD=CAUSE for a word of the file (repeatable)',
        ).argParser<string[]>(collect),
        causes,
      ),
    )
    .option('--scope <name>', 'stream, group or list, where the file does not name it; "*" for all mail')
    .option('--map <column=meaning>', 'what a column of an unknown list means (repeatable)', collect)
    .option('--ignore-columns', 'leave out columns that are not understood')
    .option('--dry-run', 'show what would be added, and stop')
    .withYes('do not ask before adding; required in scripts')
    .withStack()
    .withJson()
    .addHelpText('after', help)
    .action((file: string, options: ImportOptions) => finish(importList(file, options, terminal)));

async function importList(path: string, options: ImportOptions, terminal: Terminal): Promise<number> {
  const by = valueOrProblem('--by', givenName(options.by));
  const scope = valueOrProblem('--scope', ifGiven(options.scope, givenScope));
  const wish = {
    ...(options.from !== undefined && { from: options.from }),
    ...(scope !== undefined && { scope }),
    causes: readCauses(options.cause ?? []),
    map: readColumnMap(options.map ?? []),
    ignoreColumns: options.ignoreColumns ?? false,
    now: new Date(),
  };
  const target = await openTarget(options);
  const file = await openInput(path);
  try {
    const list = await openList(file, wish);
    return await importOpen({ file, list, by, target }, options, terminal);
  } finally {
    file.close();
  }
}

type Import = {
  readonly file: InputFile;
  readonly list: OpenList;
  readonly by: string;
  readonly target: Target;
};

async function importOpen(
  { file, list, by, target }: Import,
  options: ImportOptions,
  terminal: Terminal,
): Promise<number> {
  const log = evidenceLogOf(target);
  // One time for all rows, so that a row that is in the file twice becomes one entry.
  const context = { by, now: new Date(), idOf };
  const survey = await reading(
    { label: 'checking', whenInterrupted: 'nothing was changed' },
    { file, list, terminal },
    (rows) => surveyImport(rows, context, log),
  );
  if (!options.json) showSurvey({ file, list, survey }, terminal);
  mustLackNothing(survey, file);
  mustUseScope(options.scope, survey, list.reader, file);
  if (list.isPart())
    printError(terminal, `${file.path} says that the list goes on: import its other pages too`);
  const isIncomplete = survey.badRows > 0 || list.isPart();
  if (options.dryRun || survey.fresh === 0) {
    if (options.json) printJson(terminal, { list: list.reader.title, ...survey, added: 0 });
    else
      print(
        terminal,
        options.dryRun ? 'Nothing was changed: this was a dry run.' : 'There is nothing to add.',
      );
    return isIncomplete ? exitCodes.no : 0;
  }
  await confirm(
    `${countOf(survey.fresh, 'row')} will be added to ${stackInWords(target)}.`,
    options,
    terminal,
  );
  file.mustBeUnchanged();
  const { added, unchanged } = await reading(
    {
      label: 'importing',
      rows: survey.rows,
      whenInterrupted: 'run the same command again, it adds the rest',
    },
    { file, list, terminal },
    (rows) => importSuppressions(rows, context, log, survey.known === 0),
  );
  if (options.json) printJson(terminal, { list: list.reader.title, ...survey, added, unchanged });
  else print(terminal, summaryLine(added, unchanged, survey, terminal));
  return isIncomplete ? exitCodes.no : 0;
}

async function reading<Result>(
  work: { readonly label: string; readonly rows?: number; readonly whenInterrupted: string },
  { file, list, terminal }: { file: InputFile; list: OpenList; terminal: Terminal },
  use: (rows: AsyncIterable<GivenRow>) => Promise<Result>,
): Promise<Result> {
  const shown = longWork({ ...work, bytes: file.size }, terminal);
  try {
    return await use(shown.over(list.rows(shown.advance)));
  } finally {
    shown.end();
  }
}

/** From the content of the row, so that a repeated import adds the same entry. */
function idOf(cause: string, content: readonly unknown[]) {
  return digestOf('import', cause, content);
}

function showSurvey(
  { file, list, survey }: { file: InputFile; list: OpenList; survey: ImportSurvey },
  terminal: Terminal,
): void {
  const { title, ignored } = list.reader;
  print(
    terminal,
    `${file.path}: ${title}, ${countOf(survey.rows, 'row')}`,
    ...(ignored.length > 0 ? [paint('dim', `Columns left out: ${ignored.join(', ')}`, terminal)] : []),
    ...surveyLines(survey, terminal),
  );
}

function mustLackNothing(survey: ImportSurvey, { path }: InputFile): void {
  const lines = lackingLines(survey);
  if (lines.length > 0)
    throw new Problem(`${path}: ${lines.join('; ')}; nothing was changed`, exitCodes.usage);
}

/** Whoever names a group believes that these people left the group only. */
function mustUseScope(
  scope: string | undefined,
  { groups }: ImportSurvey,
  { needsScope, title }: OpenList['reader'],
  { path }: InputFile,
): void {
  const isUsed = groups.some((group) => group.scope === scope || group.scope === null);
  if (scope === undefined || needsScope || isUsed || groups.length === 0) return;
  throw new Problem(
    `${path}: --scope ${scope} would have no effect: each row of the ${title} says itself what mail it holds for; leave --scope out; nothing was changed`,
    exitCodes.usage,
  );
}

function summaryLine(
  added: number,
  unchanged: number,
  { badRows }: ImportSurvey,
  terminal: Terminal,
): string {
  const bad = badRows > 0 ? paint('red', `${badRows} left out`, terminal) : '0 left out';
  return `${added} added, ${unchanged} already known, ${bad}`;
}

const help = `
Lists of providers are recognised by their columns; docs/moving-in.md says how to get them.
A list of your own can have these columns, in any order; only address is required:
  address     address to suppress
  cause       ${causes.join(', ')}
  scope       one stream, group or list (default: all mail)
  since       when it happened (default: unknown; then it is in force from now on)
  event       id of the evidence (default: a hash of the columns above)
  provider, message, by, because, diagnostic
Without a cause column, --cause says it. One address per line works too.
A row is added only once, even after a release; to add it again, change its "since".
After an interruption, run the same command again: it adds what is missing.`;
