import { createReadStream, existsSync, statSync } from 'node:fs';
import { command, type MakeCommand } from '../../command.ts';
import { exitCodes, Problem } from '../../problem.ts';
import { type CsvRecord, readCsv } from '../../suppressions/csv.ts';
import { columns, type LineContext, readLine } from '../../suppressions/evidence-line.ts';
import { givenText } from '../../suppressions/given.ts';
import { type SuppressionList, suppressionListOf } from '../../suppressions/suppression-list.ts';
import { openTarget, type TargetOptions } from '../../target.ts';
import { progress } from '../../ui/progress.ts';
import { paint, print, printJson, type Terminal } from '../../ui/terminal.ts';

type ImportOptions = TargetOptions & { readonly by: string; readonly json?: boolean };

export const importCommand: MakeCommand = ({ terminal, finish }) =>
  command('import', 'add the lines of a CSV file; doing it again changes nothing', [
    'suppressions import suppressed.csv --by kim',
    'suppressions import - --by kim < suppressed.csv',
  ])
    .argument('<file>', 'CSV with a header line; - for standard input')
    .requiredOption('--by <name>', 'who does it, for lines that do not say')
    .option('--stack <name>', 'a deployed stack instead of the local one')
    .option('--json', 'for programs')
    .addHelpText(
      'after',
      [
        '\nColumns, by name and in any order; all but address may be absent:',
        '  address     whom not to send to',
        '  cause       complaint, hard_bounce, … ; manual when absent',
        '  scope       one stream, group or list; all mail when absent',
        '  since       an ISO time; now when absent',
        '  event       id of the evidence; made of the columns above when absent',
        '  provider, message, by, because, diagnostic',
        'A line that was imported once is never added again, also not after a release: give',
        'it another "since" for that. Lines that cannot be read are named, the rest is done.',
      ].join('\n'),
    )
    .action((file: string, options: ImportOptions) => finish(importAll(file, options, terminal)));

type Account = { added: number; unchanged: number; bad: { line: number; problem: string }[] };

/** As many lines at once as a small machine has use for. */
const linesInFlight = 16;

async function importAll(file: string, options: ImportOptions, terminal: Terminal): Promise<number> {
  const by = givenText('--by', options.by);
  const list = suppressionListOf(await openTarget(options));
  const reading = progress('importing', sizeOf(file), terminal);
  const csv = await readCsv(chunksOf(file, reading.advance));
  if (!csv?.columns.includes('address'))
    throw new Problem(
      `${file}: expected a header line with a column "address"; known columns are ${columns.join(', ')}`,
      exitCodes.usage,
    );
  const ignored = csv.columns.filter((name) => !(columns as readonly string[]).includes(name));
  if (ignored.length > 0) terminal.error.write(`columns that are not read: ${ignored.join(', ')}\n`);

  const account: Account = { added: 0, unchanged: 0, bad: [] };
  // One time for all: a line that stands twice in the file is then one entry, also while both are under way.
  const context = { by, now: new Date(), causes: list.settings.causes };
  const taker = async () => {
    for await (const record of csv.records) {
      const problem = await importOne(record, list, context, account);
      if (problem !== undefined) account.bad.push({ line: record.line, problem });
    }
  };
  await Promise.all(Array.from({ length: linesInFlight }, taker));
  reading.end();
  account.bad.sort((one, other) => one.line - other.line);
  if (options.json) printJson(terminal, account);
  else show(account, terminal);
  return account.bad.length === 0 ? 0 : exitCodes.no;
}

/** Answers with what is wrong with the line, if anything is. */
async function importOne(
  record: CsvRecord,
  list: SuppressionList,
  context: LineContext,
  account: Account,
): Promise<string | undefined> {
  if ('problem' in record) return record.problem;
  let line: ReturnType<typeof readLine>;
  try {
    line = readLine(record.fields, context);
  } catch (error) {
    return (error as Error).message;
  }
  const { evidence, isTimed } = line;
  const isKnown =
    !isTimed && (await list.entriesOf(evidence.address)).some((entry) => entry.id === evidence.id);
  const isNew = !isKnown && (await list.record(evidence, context.now));
  account[isNew ? 'added' : 'unchanged'] += 1;
  return undefined;
}

function sizeOf(file: string): number {
  if (file === '-') return 0;
  if (!existsSync(file)) throw new Problem(`no file ${file}`, exitCodes.usage);
  return statSync(file).size;
}

async function* chunksOf(file: string, onBytes: (count: number) => void): AsyncGenerator<string> {
  const stream = file === '-' ? process.stdin : createReadStream(file);
  stream.setEncoding('utf8');
  for await (const chunk of stream) {
    onBytes(Buffer.byteLength(chunk));
    yield chunk;
  }
}

function show({ added, unchanged, bad }: Account, terminal: Terminal): void {
  for (const { line, problem } of bad) terminal.error.write(`line ${line}: ${problem}\n`);
  const badOnes = bad.length > 0 ? paint('red', `${bad.length} bad`, terminal) : '0 bad';
  print(terminal, `${added} added, ${unchanged} unchanged, ${badOnes}`);
}
