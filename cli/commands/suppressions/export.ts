import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Option } from 'commander';
import { foldSuppression } from '../../../core/fold-suppression.ts';
import { isForgotten } from '../../../store/forgotten.ts';
import { rowCount } from '../../../store/row-count.ts';
import { scanPartitions } from '../../../store/scan-partitions.ts';
import { readSuppressionRow } from '../../../store/suppression-row.ts';
import { command, type MakeCommand } from '../../command.ts';
import { exitCodes, Problem } from '../../problem.ts';
import { csvLine } from '../../suppressions/csv.ts';
import { columns, type EvidenceLine, lineOf } from '../../suppressions/evidence-line.ts';
import { type SuppressionList, suppressionListOf } from '../../suppressions/suppression-list.ts';
import { openTarget, type TargetOptions } from '../../target.ts';
import { progress } from '../../ui/progress.ts';
import type { Terminal } from '../../ui/terminal.ts';

type ExportOptions = TargetOptions & {
  readonly format: 'csv' | 'jsonl';
  readonly output?: string;
  readonly json?: boolean;
};

export const exportCommand: MakeCommand = ({ terminal, finish }) =>
  command('export', 'all that suppresses an address now, a line for each piece of evidence', [
    'suppressions export > suppressed.csv',
    'suppressions export --format jsonl --output suppressed.jsonl',
    'suppressions export --stack Mailfold | cut -d, -f1 | sort -u',
  ])
    .addOption(
      new Option('--format <format>', 'for spreadsheets, or JSON lines')
        .choices(['csv', 'jsonl'])
        .default('csv'),
    )
    .option('--output <file>', 'instead of standard output')
    .option('--stack <name>', 'a deployed stack instead of the local one')
    .option('--json', 'for programs: the same as --format jsonl')
    .addHelpText(
      'after',
      '\nCells are written as they are, so that an import gives the same list again. A\nspreadsheet may take a cell that begins with = + - or @ for a formula.',
    )
    .action((options: ExportOptions) => finish(exportAll(options, terminal)));

async function exportAll(options: ExportOptions, terminal: Terminal): Promise<number> {
  const list = suppressionListOf(await openTarget(options));
  const reading = progress('reading', await rowCount(list.client, list.table), terminal);
  const lines = suppressedLines(list, reading.advance);
  const text = options.format === 'csv' && !options.json ? asCsv(lines) : asJsonLines(lines);
  const { output } = options;
  // Addresses are nobody else's business, and so the file is its owner's alone.
  const out = output === undefined ? terminal.out : createWriteStream(output, { mode: 0o600 });
  try {
    // A slow reader slows us down instead of filling the memory.
    await pipeline(text, out, { end: output !== undefined });
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if (path !== undefined)
      throw new Problem(`${path} cannot be written: ${(error as Error).message}`, exitCodes.usage);
    // Whoever reads along, such as `head`, has read enough.
    if (code !== 'EPIPE') throw error;
  }
  reading.end();
  return 0;
}

/** What each suppressed address is suppressed by; read page by page and never held as a whole. */
async function* suppressedLines(
  { client, table, settings }: SuppressionList,
  onRows: (count: number) => void,
): AsyncGenerator<EvidenceLine> {
  for await (const { key, rows } of scanPartitions(client, table, 'address')) {
    onRows(rows.length);
    // Of those only a hash is left, which would suppress nobody elsewhere.
    if (isForgotten(key)) continue;
    for (const { evidence } of foldSuppression(rows.map(readSuppressionRow), settings).active)
      yield* evidence.map(lineOf);
  }
}

async function* asCsv(lines: AsyncIterable<EvidenceLine>): AsyncGenerator<string> {
  yield csvLine(columns);
  for await (const line of lines) yield csvLine(columns.map((name) => line[name]));
}

async function* asJsonLines(lines: AsyncIterable<EvidenceLine>): AsyncGenerator<string> {
  for await (const line of lines) {
    const said = Object.entries(line).filter(([, value]) => value !== '');
    yield `${JSON.stringify(Object.fromEntries(said))}\n`;
  }
}
