/** RFC 4180. Control characters are left out: they could steer the program that shows the file. */
export function csvLine(cells: readonly string[]): string {
  const quoted = cells.map((cell) => {
    const harmless = withoutControls(cell);
    return /[",\r\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
  });
  return `${quoted.join(',')}\r\n`;
}

export function withoutControls(cell: string): string {
  return cell.replace(/(?![\t\n])[\p{Cc}\p{Cf}]/gu, '');
}

/** A cell that people only read. Strangers write some of them, and a spreadsheet would run `=…` as a formula. */
export function words(cell: string): string {
  return /^\s*[=+@-]/.test(withoutControls(cell)) ? `'${cell}` : cell;
}

export type CsvRecord = Readonly<Record<string, string>>;

/** The records of a file, by the names in its first line. */
export function readCsv(text: string): CsvRecord[] {
  const [header = [], ...rows] = rowsOf(text.replace(/^\uFEFF/, ''));
  const names = header.map((name) => name.trim().toLowerCase());
  return rows.map((cells) => Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])));
}

function rowsOf(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  // One cell, quoted or not, and what ends it.
  for (const [, quoted, bare, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/g)) {
    row.push(quoted?.replaceAll('""', '"') ?? bare ?? '');
    if (end === ',') continue;
    if (row.some((cell) => cell !== '')) rows.push(row);
    row = [];
    if (end === '') break;
  }
  return rows;
}
