import { withoutSteering } from '../ui/printable.ts';

/** A record with the names of its header, or what is wrong with it. Lines count from 1. */
export type CsvRecord =
  | { readonly line: number; readonly fields: Readonly<Record<string, string>> }
  | { readonly line: number; readonly problem: string };

export type CsvTable = {
  /** The names in the header as they are written, without those that are empty or repeated. */
  readonly columns: readonly string[];
  readonly records: AsyncIterable<CsvRecord>;
};

/**
 * RFC 4180. Cells are quoted only where the format requires it. Text from outside could steer the terminal that shows the
 * file, so control characters are left out. A spreadsheet may run a cell that begins with "=" as a formula; a prefix
 * against that would be part of the cell at the next import, and of the address for any other reader.
 */
export function csvLine(cells: readonly string[]): string {
  // White space at either end is quoted too: some readers remove it otherwise.
  const harmless = cells.map(withoutSteering);
  const quoted = harmless.map((cell) =>
    /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
  );
  return `${quoted.join(',')}\r\n`;
}

/** How a name in the header becomes the name of a field. */
type NameOf = (column: string) => string;

const lowerCase: NameOf = (column) => column.toLowerCase();

/** Reads in a stream. The header tells whether commas, semicolons or tabs separate cells. Undefined without a header. */
export async function readCsv(
  chunks: AsyncIterable<string>,
  nameOf: NameOf = lowerCase,
): Promise<CsvTable | undefined> {
  const lines = linesOf(chunks);
  const first = await lines.next();
  if (first.done) return undefined;
  const text = first.value.replace(/^\uFEFF/, '').replace(/\r$/, '');
  const separator = separatorIn(text);
  const header = cellsOf(text, separator);
  if (!Array.isArray(header)) return undefined;
  const columns = header.map((name) => name.trim());
  const names = columns.map(nameOf);
  // Some exports have a name twice, or a comma at the end of each line.
  const kept = names.map((name, index) => name !== '' && names.indexOf(name) === index);
  return {
    columns: columns.filter((_, index) => kept[index]),
    records: recordsOf(lines, {
      separator,
      cells: names.length,
      places: names.flatMap((name, index) => (kept[index] ? [{ name, index }] : [])),
    }),
  };
}

/** Outside of quotes, whichever of them is most frequent; a comma if there is none. */
function separatorIn(header: string): string {
  const bare = header.replace(/"[^"]*"/g, '');
  const count = (character: string) => bare.split(character).length - 1;
  return [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best));
}

type Layout = {
  readonly separator: string;
  readonly cells: number;
  readonly places: readonly { readonly name: string; readonly index: number }[];
};

/** More lines than this in one record mean that a closing quote is missing. */
const mostLines = 50;

async function* recordsOf(lines: AsyncGenerator<string>, layout: Layout): AsyncGenerator<CsvRecord> {
  /** Lines that were read, but are not part of a record yet. */
  const ahead: string[] = [];
  // The header was line 1.
  for (let line = 2; ; ) {
    let taken = 0;
    let cells: Cells = 'quote is never closed';
    while (cells === 'quote is never closed' && taken < mostLines) {
      if (ahead.length === taken) {
        const next = await lines.next();
        if (next.done) break;
        ahead.push(next.value);
      }
      taken += 1;
      cells = cellsOf(ahead.slice(0, taken).join('\n').replace(/\r$/, ''), layout.separator);
    }
    if (taken === 0) return;
    const isBlank = ahead[0]?.trim() === '';
    if (!isBlank) yield recordOf(line, cells, layout);
    // A missing quote takes in good lines too, so only the first line counts as bad.
    const used = Array.isArray(cells) && cells.length === layout.cells ? taken : 1;
    ahead.splice(0, used);
    line += used;
  }
}

function recordOf(line: number, cells: Cells, { cells: expected, places }: Layout): CsvRecord {
  if (!Array.isArray(cells)) return { line, problem: cells };
  if (cells.length !== expected)
    return { line, problem: `expected ${expected} cells as in the header, found ${cells.length}` };
  const fields: Record<string, string> = {};
  for (const { name, index } of places) fields[name] = cells[index] ?? '';
  return { line, fields };
}

type Cells = string[] | 'quote is never closed' | 'text follows a closing quote';

function cellsOf(text: string, separator: string): Cells {
  const cells: string[] = [];
  const quoted = /"([^"]*(?:""[^"]*)*)"(?!")/y;
  for (let at = 0; ; at += 1) {
    if (text[at] === '"') {
      quoted.lastIndex = at;
      const [all, inner] = quoted.exec(text) ?? [];
      if (all === undefined || inner === undefined) return 'quote is never closed';
      cells.push(inner.replaceAll('""', '"'));
      at += all.length;
      if (at < text.length && text[at] !== separator) return 'text follows a closing quote';
    } else {
      const next = text.indexOf(separator, at);
      const end = next === -1 ? text.length : next;
      // Lists made by hand have a space after each comma; white space that matters is in quotes.
      cells.push(text.slice(at, end).trim());
      at = end;
    }
    if (at >= text.length) return cells;
  }
}

async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
