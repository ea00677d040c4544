import { parseAddress } from '../../core/ids.ts';
import { columnName, type Fields } from '../../providers/columns.ts';
import { isObject, kindOf, parseJson, stringOf } from '../../providers/json.ts';
import { exitCodes, Problem } from '../problem.ts';
import { readCsv } from './csv.ts';
import { type JsonRecord, jsonRecords } from './json-records.ts';
import type { InputFile } from './open-input.ts';

/** One record of a file, whatever its format. `text` is the JSON that it was read from. Lines count from 1. */
export type FileRecord = { readonly line: number } & (
  | { readonly fields: Fields; readonly text?: string }
  | { readonly problem: string }
);

export type RecordFile = {
  readonly kind: 'csv' | 'json' | 'list';
  /** The names as the file writes them: of the header, or in the first object. */
  readonly columns: readonly string[];
  /** Can be read once. */
  readonly records: AsyncIterable<FileRecord>;
};

type ReadOptions = {
  /** The keys of JSON documents under which the records are listed. */
  readonly lists: readonly string[];
  readonly onBytes?: (bytes: number) => void;
  /** Gets what stands beside the list in each JSON document. */
  readonly onDocument?: (document: Fields) => void;
};

/** Reads CSV, JSON in any arrangement, or one address per line. Undefined when the file is empty. */
export async function readRecords(file: InputFile, options: ReadOptions): Promise<RecordFile | undefined> {
  const { first, chunks } = await peek(file.read(options.onBytes));
  if (first === undefined) return undefined;
  return '{['.includes(first) ? readJson(file, chunks, options) : readTable(file, chunks);
}

async function readJson(
  file: InputFile,
  chunks: AsyncIterable<string>,
  { lists, onDocument }: ReadOptions,
): Promise<RecordFile | undefined> {
  const names = new Set(lists);
  const texts = jsonRecords(chunks, {
    isList: (key) => names.has(key),
    onDocument: (text) => {
      const document = parsed(text);
      if (isObject(document)) onDocument?.(named(document));
    },
  });
  const { first, rest } = await split(records(file, texts));
  if (!first) return undefined;
  const object = 'text' in first ? parsed(first.text ?? '') : undefined;
  return isObject(object)
    ? { kind: 'json', columns: Object.keys(object), records: rest }
    : { kind: 'list', columns: ['address'], records: rest };
}

async function* records(file: InputFile, texts: AsyncIterable<JsonRecord>): AsyncGenerator<FileRecord> {
  try {
    for await (const record of texts) yield 'text' in record ? recordOf(record.line, record.text) : record;
  } catch (error) {
    if (error instanceof RangeError) throw new Problem(`${file.path}: ${error.message}`, exitCodes.usage);
    throw error;
  }
}

function recordOf(line: number, text: string): FileRecord {
  const value = parsed(text);
  if (isObject(value)) return { line, fields: named(value), text };
  // A list of strings is a list of addresses.
  const address = stringOf(value);
  return address === undefined
    ? {
        line,
        problem: `expected a JSON object, found ${value === undefined ? 'a line that is not JSON' : kindOf(value)}`,
      }
    : { line, fields: { address }, text };
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function named(object: Fields): Fields {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(object)) fields[columnName(name)] ??= value;
  return fields;
}

async function readTable(file: InputFile, chunks: AsyncIterable<string>): Promise<RecordFile> {
  const table = await readCsv(chunks, columnName);
  if (!table)
    throw new Problem(
      `${file.path}: line 1: expected a header line, found a quote that is never closed`,
      exitCodes.usage,
    );
  const [only = '', ...others] = table.columns;
  // A header is no address, so a first line that is one is the first of a list.
  if (others.length > 0 || !parseAddress(only))
    return { kind: 'csv', columns: table.columns, records: table.records };
  return { kind: 'list', columns: ['address'], records: asList(only, table.records) };
}

async function* asList(first: string, rest: AsyncIterable<FileRecord>): AsyncGenerator<FileRecord> {
  yield { line: 1, fields: { address: first } };
  for await (const record of rest)
    yield 'fields' in record
      ? { line: record.line, fields: { address: Object.values(record.fields)[0] ?? '' } }
      : record;
}

/** The first character that is not white space, and all chunks. */
async function peek(
  chunks: AsyncIterable<string>,
): Promise<{ first: string | undefined; chunks: AsyncIterable<string> }> {
  const iterator = chunks[Symbol.asyncIterator]();
  let read = '';
  for (;;) {
    const next = await iterator.next();
    read += next.done ? '' : next.value;
    const [first] = read.replace(/^\uFEFF/, '').trimStart();
    if (first !== undefined || next.done) return { first, chunks: joined(read, iterator) };
  }
}

async function* joined(start: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  yield start;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

async function split(
  all: AsyncGenerator<FileRecord>,
): Promise<{ first: FileRecord | undefined; rest: AsyncIterable<FileRecord> }> {
  const next = await all.next();
  if (next.done) return { first: undefined, rest: all };
  const first = next.value;
  async function* rest() {
    yield first;
    yield* all;
  }
  return { first, rest: rest() };
}
