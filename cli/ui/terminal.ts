import type { styleText } from 'node:util';
import { jsonText, padded, printable, printableLines, styled, widthOf } from './printable.ts';

/** Where a command writes: the process's own streams, or those of a test. */
export type Terminal = {
  readonly out: NodeJS.WritableStream;
  readonly error: NodeJS.WritableStream;
  /** Asks the person at the terminal. Absent when there is nobody to answer, as in a script. */
  readonly ask?: (question: string) => Promise<string>;
};

export type Style = Parameters<typeof styleText>[0];

/** Colours only on a terminal: a pipe, a file and NO_COLOR get plain text. */
export function paint(style: Style, text: string, { out }: Terminal): string {
  return styled(style, text, { stream: out, validateStream: true });
}

/** Text from outside, such as the reply of a mail server, cannot steer the terminal: everything is printed here. */
export function print({ out }: Terminal, ...lines: string[]): void {
  for (const line of lines) out.write(`${printable(line)}\n`);
}

/** For what is not part of the answer. */
export function printError({ error }: Terminal, ...lines: string[]): void {
  for (const line of lines) error.write(`${printable(line)}\n`);
}

/** For help and scripts of our own, which have several lines. */
export function writeHelp(stream: NodeJS.WritableStream, text: string): void {
  stream.write(printableLines(text));
}

/** Lines that `csvLine` made: they end as CSV wants, and have no control characters any more. */
export function printCsv({ out }: Terminal, lines: Iterable<string>): void {
  for (const line of lines) out.write(line);
}

export function printJson(terminal: Terminal, value: unknown): void {
  terminal.out.write(`${jsonText(value, 2)}\n`);
}

/** Each column is as wide as its widest cell; the last one is not padded. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows)
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, widthOf(cell));
  return rows.map((row) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : padded(cell, widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

/** A table whose columns of numbers, all but the first, end at the same place. */
export function numbersTable(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows)
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, widthOf(cell));
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return column === 0 ? padded(cell, width) : ' '.repeat(width - widthOf(cell)) + cell;
      })
      .join('  ')
      .trimEnd(),
  );
}
