import { createReadStream, existsSync, statSync } from 'node:fs';
import { columns } from '../../../app/suppression-line.ts';
import { type ImportReport, importSuppressions } from '../../../app/transfer-suppressions.ts';
import { digestOf } from '../../../providers/event-id.ts';
import { command, type MakeCommand, type StackOptions } from '../../command.ts';
import { type CsvTable, readCsv } from '../../csv.ts';
import { givenText } from '../../given.ts';
import { portsOf } from '../../ports.ts';
import { exitCodes, Problem } from '../../problem.ts';
import { openTarget } from '../../target.ts';
import { progress } from '../../ui/progress.ts';
import { paint, print, printJson, type Terminal } from '../../ui/terminal.ts';

type ImportOptions = StackOptions & { readonly by: string };

export const importCommand: MakeCommand = ({ terminal, finish }) =>
  command('import', 'add the lines of a CSV file; importing it again changes nothing', [
    'suppressions import suppressed.csv --by kim',
    'suppressions import - --by kim < suppressed.csv',
  ])
    .argument('<file>', 'CSV with a header line; - for standard input')
    .requiredOption('--by <name>', 'who does it, for lines that do not say')
    .withStack()
    .withJson()
    .addHelpText(
      'after',
      [
        '\nColumns, by name and in any order; only address is required:',
        '  address     whom not to send to',
        '  cause       complaint, hard_bounce, … ; default manual',
        '  scope       one stream, group or list; default all mail',
        '  since       an ISO time; default now',
        '  event       id of the evidence; default made of the columns above',
        '  provider, message, by, because, diagnostic',
        'A line that was imported once is never added again, not even after a release: give',
        'it another "since" for that. Lines that cannot be read are reported, the rest is added.',
      ].join('\n'),
    )
    .action((file: string, options: ImportOptions) => finish(importAll(file, options, terminal)));

async function importAll(file: string, options: ImportOptions, terminal: Terminal): Promise<number> {
  const by = givenText('--by', options.by);
  const target = await openTarget(options);
  const reading = progress('importing', sizeOf(file), terminal);
  const csv = await openCsv(file, reading.advance);
  const ignored = csv.columns.filter((name) => !(columns as readonly string[]).includes(name));
  if (ignored.length > 0) terminal.error.write(`ignored columns: ${ignored.join(', ')}\n`);
  const idOf = (cause: string, said: readonly unknown[]) => digestOf('import', cause, said);
  // One time for all: a line that stands twice in the file is then one entry, also while both are under way.
  const context = { by, now: new Date(), idOf };
  const report = await importSuppressions(csv.records[Symbol.asyncIterator](), context, portsOf(target));
  reading.end();
  if (options.json) printJson(terminal, report);
  else show(report, terminal);
  return report.bad.length === 0 ? 0 : exitCodes.no;
}

async function openCsv(file: string, onBytes: (count: number) => void): Promise<CsvTable> {
  const csv = await readCsv(chunksOf(file, onBytes));
  if (!csv?.columns.includes('address'))
    throw new Problem(
      `${file}: expected a header line with a column "address"; known columns are ${columns.join(', ')}`,
      exitCodes.usage,
    );
  return csv;
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

function show({ added, unchanged, bad }: ImportReport, terminal: Terminal): void {
  for (const { line, problem } of bad) terminal.error.write(`line ${line}: ${problem}\n`);
  const badOnes = bad.length > 0 ? paint('red', `${bad.length} bad`, terminal) : '0 bad';
  print(terminal, `${added} added, ${unchanged} unchanged, ${badOnes}`);
}
