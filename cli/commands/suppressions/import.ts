import { createReadStream, statSync } from 'node:fs';
import { givenName } from '../../../app/given.ts';
import { columns } from '../../../app/suppression-line.ts';
import { type ImportReport, importSuppressions } from '../../../app/transfer-suppressions.ts';
import { digestOf } from '../../../providers/event-id.ts';
import type { MakeCommand, StackOptions } from '../../command.ts';
import { type CsvTable, readCsv } from '../../files/csv.ts';
import { cannotRead } from '../../file-problem.ts';
import { portsOf } from '../../ports.ts';
import { exitCodes, Problem, valueOrProblem } from '../../problem.ts';
import { openTarget } from '../../target.ts';
import { noProgress, progress } from '../../ui/progress.ts';
import { paint, print, printError, printJson, type Terminal } from '../../ui/terminal.ts';

type ImportOptions = StackOptions & { readonly by: string };

export const importCommand: MakeCommand = (command, { terminal, finish }) =>
  command
    .withExamples([
      'suppressions import suppressed.csv --by kim',
      'suppressions import - --by kim < suppressed.csv',
    ])
    .argument('<file>', 'CSV file with a header line, or - for standard input')
    .requiredOption('--by <name>', 'who does this; for lines without a "by" cell')
    .withStack()
    .withJson()
    .addHelpText(
      'after',
      [
        '\nColumns, in any order; only address is required:',
        '  address     address to suppress',
        '  cause       complaint, hard_bounce, … (default: manual)',
        '  scope       one stream, group or list (default: all mail)',
        '  since       ISO time (default: now)',
        '  event       id of the evidence (default: a hash of the columns above)',
        '  provider, message, by, because, diagnostic',
        'A line is added only once, even after a release; to add it again, change its "since".',
        'Lines that cannot be read are reported and skipped.',
      ].join('\n'),
    )
    .action((file: string, options: ImportOptions) => finish(importAll(file, options, terminal)));

async function importAll(file: string, options: ImportOptions, terminal: Terminal): Promise<number> {
  const by = valueOrProblem('--by', givenName(options.by));
  const target = await openTarget(options);
  let reading = noProgress;
  let bytes = 0;
  const total = sizeOf(file);
  const csv = await openCsv(file, (count) => {
    bytes += count;
    reading.advance(count);
  });
  const ignored = csv.columns.filter((name) => !(columns as readonly string[]).includes(name));
  if (ignored.length > 0) printError(terminal, `ignoring unknown columns: ${ignored.join(', ')}`);
  // The bar starts once nothing else is written beside it.
  reading = progress('importing', total, terminal);
  reading.advance(bytes);
  const idOf = (cause: string, content: readonly unknown[]) => digestOf('import', cause, content);
  // One time for all lines, so that a line that is in the file twice becomes one entry.
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
      `${file}: expected a header line with a column "address"; the columns are ${columns.join(', ')}`,
      exitCodes.usage,
    );
  return csv;
}

function sizeOf(file: string): number {
  if (file === '-') return 0;
  try {
    return statSync(file).size;
  } catch (error) {
    throw cannotRead(file, error);
  }
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
  for (const { line, problem } of bad) printError(terminal, `line ${line}: ${problem}`);
  const badOnes = bad.length > 0 ? paint('red', `${bad.length} bad`, terminal) : '0 bad';
  print(terminal, `${added} added, ${unchanged} unchanged, ${badOnes}`);
}
