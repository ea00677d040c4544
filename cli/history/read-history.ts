import type { PastRecord } from '../../app/import-events.ts';
import { columnName } from '../../providers/columns.ts';
import type { HistoryFormat } from '../../providers/history-file.ts';
import type { Normalizer } from '../../providers/provider.ts';
import type { InputFile } from '../files/open-input.ts';
import { type FileRecord, readRecords } from '../files/records.ts';
import { exitCodes, Problem } from '../problem.ts';

type HistoryReader = {
  readonly format: HistoryFormat;
  readonly normalizer: Normalizer;
  /** A time of the far future is refused here, as the consumer would. */
  readonly now: Date;
};

/** What the files say, record by record, read by the normalizer that the consumer uses. */
export async function* readHistory(
  files: readonly InputFile[],
  reader: HistoryReader,
  onBytes: (bytes: number) => void = () => {},
): AsyncGenerator<PastRecord> {
  for (const file of files) {
    const opened = await readRecords(file, { lists: reader.format.listedUnder ?? [], onBytes });
    mustHaveColumns(file, opened?.columns ?? [], reader.format);
    for await (const record of opened?.records ?? [])
      yield { line: record.line, file: file.path, ...contentOf(record, reader) };
  }
}

function mustHaveColumns(
  file: InputFile,
  found: readonly string[],
  { columns = [], origin }: HistoryFormat,
): void {
  const names = new Set(found.map(columnName));
  const missing = columns.filter((column) => !names.has(columnName(column)));
  if (missing.length > 0)
    throw new Problem(
      `${file.path}: expected ${origin}, with the columns ${columns.join(', ')}; missing: ${missing.join(', ')}`,
      exitCodes.usage,
    );
}

type Content =
  | Pick<Extract<PastRecord, { reports: unknown }>, 'reports' | 'leftOut'>
  | Pick<Extract<PastRecord, { problem: unknown }>, 'problem'>;

function contentOf(record: FileRecord, reader: HistoryReader): Content {
  if ('problem' in record) return { problem: record.problem };
  try {
    const { reports, leftOut } = reader.format.read(record.fields, record.text ?? '');
    return {
      reports: reports.map((text) => ({ text, events: eventsIn(text, reader) })),
      ...(leftOut !== undefined && { leftOut }),
    };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Throws when a part cannot be read: in the queue it would become a dead letter. */
function eventsIn(text: string, { format, normalizer, now }: HistoryReader) {
  const { events, unreadable } = normalizer.normalize(format.requestOf([text]), now);
  const [first] = unreadable;
  if (first) throw new Error(first.reason);
  return events;
}
