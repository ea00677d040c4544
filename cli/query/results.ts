import { writeFileSync } from 'node:fs';
import type { LakeAnswer } from '../../app/ask-lake.ts';
import type { Cell } from '../../app/ports/analytics.ts';
import { csvLine } from '../files/csv.ts';
import { exitCodes, Problem } from '../problem.ts';
import { jsonText, padded, widthOf } from '../ui/printable.ts';
import { paint, print, printCsv, printJson, type Terminal } from '../ui/terminal.ts';

export const formats = ['table', 'csv', 'json', 'parquet'] as const;
export type Format = (typeof formats)[number];

/** Writes the rows in the form that was asked for, to a file or to standard output. */
export async function writeResult(
  result: LakeAnswer,
  { format, output }: { readonly format: Format; readonly output?: string },
  terminal: Terminal,
): Promise<void> {
  if (format === 'parquet') return writeParquet(result, output, terminal);
  if (output !== undefined)
    return writeFileSync(output, format === 'json' ? jsonOf(result) : csvOf(result).join(''));
  if (format === 'csv') printCsv(terminal, csvOf(result));
  else if (format === 'json') printJson(terminal, objectsOf(result));
  else print(terminal, ...tableLines(result, terminal));
}

async function writeParquet(
  { columns, rows }: LakeAnswer,
  output: string | undefined,
  { out }: Terminal,
): Promise<void> {
  if (output === undefined && (out as NodeJS.WriteStream).isTTY)
    throw new Problem('a Parquet file is not for a terminal; add --output FILE, or a pipe', exitCodes.usage);
  // Loaded only here: other forms do not need it.
  const { resultParquet } = await import('../../lake/result-parquet.ts');
  const content = resultParquet(columns, rows);
  if (output === undefined) out.write(content);
  else writeFileSync(output, content);
}

function csvOf({ columns, rows }: LakeAnswer): string[] {
  return [columns.map(({ name }) => name), ...rows.map((row) => row.map(plainText))].map(csvLine);
}

function jsonOf(result: LakeAnswer): string {
  return `${jsonText(objectsOf(result), 2)}\n`;
}

/** Whole numbers that JSON cannot hold exactly are strings. */
function objectsOf({ columns, rows }: LakeAnswer): Record<string, unknown>[] {
  return rows.map((row) =>
    Object.fromEntries(
      columns.map(({ name }, index) => {
        const cell = row[index] ?? null;
        return [name, typeof cell === 'bigint' ? String(cell) : cell];
      }),
    ),
  );
}

function plainText(cell: Cell): string {
  return cell === null ? '' : String(cell);
}

const numbers: ReadonlySet<string> = new Set([
  'tinyint',
  'smallint',
  'integer',
  'bigint',
  'real',
  'float',
  'double',
]);

/** Numbers end at the same place, and shares have four digits at most. */
function tableLines({ columns, rows }: LakeAnswer, terminal: Terminal): string[] {
  const texts = rows.map((row) => row.map(shortText));
  const widths = columns.map(({ name }, index) =>
    Math.max(widthOf(name), ...texts.map((row) => widthOf(row[index] ?? ''))),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => {
        const width = widths[index] ?? 0;
        const isNumber = numbers.has(columns[index]?.type ?? '');
        return isNumber ? ' '.repeat(Math.max(0, width - widthOf(cell))) + cell : padded(cell, width);
      })
      .join('  ')
      .trimEnd();
  const head = line(columns.map(({ name }) => name));
  return [paint('bold', head, terminal), ...texts.map(line)];
}

function shortText(cell: Cell): string {
  if (cell === null) return '–';
  if (typeof cell === 'number' && !Number.isInteger(cell)) return String(Number(cell.toFixed(4)));
  return String(cell);
}
