import { styleText } from 'node:util';

/** Where a command writes: the process's own streams, or those of a test. */
export type Terminal = {
  readonly out: NodeJS.WritableStream;
  readonly error: NodeJS.WritableStream;
};

export type Style = Parameters<typeof styleText>[0];

/** Colours only on a terminal: a pipe, a file and NO_COLOR get plain text. */
export function paint(style: Style, text: string, { out }: Terminal): string {
  return styleText(style, text, { stream: out, validateStream: true });
}

export function print(terminal: Terminal, ...lines: string[]): void {
  for (const line of lines) terminal.out.write(`${line}\n`);
}

export function printJson(terminal: Terminal, value: unknown): void {
  print(terminal, JSON.stringify(value, null, 2));
}

/** Each column is as wide as its widest cell; the last one is not padded. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows)
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length);
  return rows.map((row) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
      .join('  '),
  );
}
