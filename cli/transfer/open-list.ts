import type { GivenRow } from '../../app/import-suppressions.ts';
import { manifestOf } from '../../providers/manifests.ts';
import { namesWithSuppressionFormats, suppressionFormatsOf } from '../../providers/suppression-formats.ts';
import { expectedOneOf } from '../did-you-mean.ts';
import type { InputFile } from '../files/open-input.ts';
import { type FileRecord, readRecords } from '../files/records.ts';
import { exitCodes, Problem } from '../problem.ts';
import type { KnownFormat, ListOptions } from './list-file.ts';
import { type ListReader, ownForm, recognise } from './recognise.ts';

/** A list of suppressed addresses whose format is known. */
export type OpenList = {
  readonly reader: ListReader;
  /** Reads the file from its beginning, each time. */
  rows(onBytes: (bytes: number) => void): AsyncIterable<GivenRow>;
  /** Whether the file says that the list goes on elsewhere, after all rows were read. */
  isPart(): boolean;
};

/** The names that `--from` takes. */
export const listForms: readonly string[] = [...namesWithSuppressionFormats, ownForm];

export async function openList(file: InputFile, options: ListOptions): Promise<OpenList> {
  const known = await knownFormats();
  mustBeForm(options);
  const lists = [...new Set(known.flatMap(({ format }) => format.listedUnder ?? []))];
  const opened = await readRecords(file, { lists });
  if (!opened) throw new Problem(`${file.path} has no rows`, exitCodes.usage);
  const reader = recognise({ path: file.path, name: file.name, columns: opened.columns }, known, options);
  let isPart = false;
  return {
    reader,
    isPart: () => isPart,
    async *rows(onBytes) {
      const again = await readRecords(file, {
        lists,
        onBytes,
        onDocument: (document) => {
          isPart = reader.hasMore(document);
        },
      });
      for await (const record of again?.records ?? []) yield* rowsIn(record, reader);
    },
  };
}

/** A provider without a known list can be named too, with `--map`. */
function mustBeForm({ from, map }: ListOptions): void {
  if (from === undefined || listForms.includes(from) || (map.size > 0 && manifestOf(from))) return;
  throw new Problem(`--from ${from}: ${expectedOneOf(from, listForms)}`, exitCodes.usage);
}

async function knownFormats(): Promise<KnownFormat[]> {
  const all = namesWithSuppressionFormats.map(async (provider) => {
    const title = manifestOf(provider)?.title ?? provider;
    return (await suppressionFormatsOf(provider)).map((format) => ({ provider, title, format }));
  });
  return (await Promise.all(all)).flat();
}

function* rowsIn(record: FileRecord, reader: ListReader): Generator<GivenRow> {
  const { line } = record;
  if ('problem' in record) {
    yield { line, problem: record.problem };
    return;
  }
  try {
    for (const row of reader.read(record.fields)) yield { line, ...row };
  } catch (error) {
    yield { line, problem: error instanceof Error ? error.message : String(error) };
  }
}
