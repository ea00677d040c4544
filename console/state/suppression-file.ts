import type { ImportedLines, ImportSuppressionsInput, SuppressionPage, SuppressionState } from '../types.ts';
import { type CsvRecord, csvLine, readCsv, withoutControls, words } from '../words/csv.ts';
import { ask } from './ask.ts';

/** The columns of `mailfold suppressions export`, in its order. The compiler knows when one is missing. */
const columnsOfExport: Record<keyof ImportSuppressionsInput['lines'][number], true> = {
  address: true,
  cause: true,
  scope: true,
  since: true,
  provider: true,
  message: true,
  event: true,
  by: true,
  because: true,
  diagnostic: true,
};
const columns = Object.keys(columnsOfExport);

export type Exported = {
  readonly lines: readonly string[];
  /** Addresses that the file cannot hold. */
  readonly leftOut: number;
};

/** Reads the whole list, page by page, as lines of a CSV file. */
export async function exportLines(path: string, onRead: (count: number) => void): Promise<Exported> {
  const lines = [csvLine(columns)];
  let leftOut = 0;
  let cursor: string | undefined;
  do {
    const next = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page = await ask<SuppressionPage>(`${path}&limit=100${next}`);
    // A file has no control characters, and without them it would be the address of somebody else.
    const exact = page.suppressions.filter(({ address }) => withoutControls(address) === address);
    leftOut += page.suppressions.length - exact.length;
    lines.push(...exact.flatMap(linesOf));
    cursor = page.cursor;
    onRead(lines.length - 1);
  } while (cursor !== undefined);
  return { lines, leftOut };
}

function linesOf({ address, causes }: SuppressionState): string[] {
  return causes.map(({ cause, scope, since, lastEvidence }) => {
    const { provider = '', messageId = '', id, by = '', because = '', diagnostic = '' } = lastEvidence;
    const told = [by, because, diagnostic].map(words);
    return csvLine([address, cause, scope, since, provider, messageId, id, ...told]);
  });
}

/** The records of a file that can be imported. A list without a header is taken for a list of addresses. */
export function readImport(text: string): CsvRecord[] {
  const records = readCsv(text);
  if (records.length === 0 || records.some((record) => 'address' in record)) return records;
  return readCsv(`address\n${text}`);
}

const linesPerRequest = 100;

export type ImportResult = { added: number; unchanged: number; bad: { line: number; problem: string }[] };

export async function importRecords(
  records: readonly CsvRecord[],
  because: string,
  onSent: (count: number) => void,
): Promise<ImportResult> {
  const result: ImportResult = { added: 0, unchanged: 0, bad: [] };
  for (let start = 0; start < records.length; start += linesPerRequest) {
    const lines = records.slice(start, start + linesPerRequest).map(knownColumns);
    const answer = await ask<ImportedLines>('/v1/suppressions/import', {
      method: 'POST',
      body: { lines, because },
    });
    result.added += answer.added;
    result.unchanged += answer.unchanged;
    // Line 1 of the file is its header.
    result.bad.push(...answer.bad.map(({ line, problem }) => ({ line: line + start + 1, problem })));
    onSent(Math.min(records.length, start + linesPerRequest));
  }
  return result;
}

function knownColumns(record: CsvRecord): CsvRecord {
  return Object.fromEntries(
    Object.entries(record).filter(([name, value]) => columns.includes(name) && value !== ''),
  );
}
