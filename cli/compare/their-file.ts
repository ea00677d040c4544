import type { TheirStatus } from '../../app/compare-statuses.ts';
import type { TheirSuppression } from '../../app/compare-suppressions.ts';
import { columns as ownColumns } from '../../app/suppression-line.ts';
import { type StatusType, statusTypes } from '../../core/precedence.ts';
import { allScopes, type Cause, causes } from '../../core/suppression.ts';
import { cellIn, columnName, type Fields } from '../../providers/columns.ts';
import type { InputFile } from '../files/open-input.ts';
import { type FileRecord, readRecords } from '../files/records.ts';
import { exitCodes, Problem } from '../problem.ts';
import { type GivenCauses, wordKey } from '../transfer/given-causes.ts';
import { openList } from '../transfer/open-list.ts';
import type { ColumnMap } from '../transfer/own-list.ts';

/** What a column of a file to compare can mean. */
export const meanings = [
  'message',
  'recipient',
  'status',
  'suppressed',
  ...ownColumns.filter((name) => name !== 'message'),
] as const;
type Meaning = (typeof meanings)[number];

export type CompareOptions = {
  readonly from?: string;
  readonly map: ColumnMap<Meaning>;
  readonly statuses: ReadonlyMap<string, StatusType>;
  readonly causes: GivenCauses;
  readonly scope?: string;
};

type Row<Theirs> =
  | Theirs
  | { readonly line: number; readonly problem: string }
  | { readonly line: number; readonly leftOut: string };

/** A file of others: statuses of messages, or suppressed addresses. */
export type TheirFile =
  | { readonly about: 'statuses'; rows(onBytes: (bytes: number) => void): AsyncIterable<Row<TheirStatus>> }
  | {
      readonly about: 'suppressions';
      readonly title: string;
      rows(onBytes: (bytes: number) => void): AsyncIterable<Row<TheirSuppression>>;
    };

export async function openTheirs(file: InputFile, options: CompareOptions): Promise<TheirFile> {
  const opened = await readRecords(file, { lists: [] });
  const named = (meaning: Meaning) => columnFor(meaning, opened?.columns ?? [], options.map);
  if (named('status') && named('message'))
    return { about: 'statuses', rows: (onBytes) => statusRows(file, named, options, onBytes) };
  if (named('suppressed') && named('address'))
    return {
      about: 'suppressions',
      title: 'list of addresses',
      rows: (onBytes) => suppressedRows(file, named, options, onBytes),
    };
  return openSuppressionList(file, options);
}

/** The column of the file that has this meaning. */
function columnFor(
  meaning: Meaning,
  columns: readonly string[],
  map: ColumnMap<Meaning>,
): string | undefined {
  return (
    columns.find((column) => map.get(columnName(column)) === meaning) ??
    columns.find((column) => !map.has(columnName(column)) && columnName(column) === columnName(meaning))
  );
}

type Named = (meaning: Meaning) => string | undefined;

async function* recordsOf(file: InputFile, onBytes: (bytes: number) => void): AsyncGenerator<FileRecord> {
  const opened = await readRecords(file, { lists: [], onBytes });
  yield* opened?.records ?? [];
}

async function* statusRows(
  file: InputFile,
  named: Named,
  { statuses }: CompareOptions,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Row<TheirStatus>> {
  const recipients = named('recipient') ?? named('address');
  for await (const record of recordsOf(file, onBytes)) {
    const { line } = record;
    if ('problem' in record) {
      yield { line, problem: record.problem };
      continue;
    }
    const word = textIn(record.fields, named('status'));
    const status = statuses.get(wordKey(word)) ?? statusTypes.find((type) => type === word);
    if (!status) throw unknownStatus(file, line, word);
    const recipient = recipients && textIn(record.fields, recipients);
    const message = textIn(record.fields, named('message'));
    yield { line, message, status, ...(recipient && { recipient }) };
  }
}

function unknownStatus(file: InputFile, line: number, word: string): Problem {
  return new Problem(
    `${file.path}, line ${line}: expected a status (${statusTypes.join(', ')}), found "${word}"; say what it means: --status "${word}=delivered"`,
    exitCodes.usage,
  );
}

async function* suppressedRows(
  file: InputFile,
  named: Named,
  options: CompareOptions,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Row<TheirSuppression>> {
  for await (const record of recordsOf(file, onBytes)) {
    const { line } = record;
    if ('problem' in record) {
      yield { line, problem: record.problem };
      continue;
    }
    const { fields } = record;
    const isSuppressed = truthOf(textIn(fields, named('suppressed')));
    if (isSuppressed === undefined) yield { line, problem: 'expected yes or no in "suppressed"' };
    else
      yield {
        line,
        address: textIn(fields, named('address')),
        isSuppressed,
        scope: textIn(fields, named('scope')) || (options.scope ?? allScopes),
        ...causeIn(textIn(fields, named('cause')), options),
      };
  }
}

function causeIn(word: string, { causes: given }: CompareOptions): { readonly cause?: Cause } {
  const cause = given.ofWord.get(wordKey(word)) ?? causes.find((each) => each === word) ?? given.ofAll;
  return cause ? { cause } : {};
}

function truthOf(text: string): boolean | undefined {
  if (/^(yes|true|1|y|t)$/i.test(text)) return true;
  return /^(no|false|0|n|f|)$/i.test(text) ? false : undefined;
}

function textIn(fields: Fields, column: string | undefined): string {
  return column === undefined ? '' : (cellIn(fields, column) ?? '');
}

/** A list as a provider or we export it: every address in it is suppressed. */
async function openSuppressionList(file: InputFile, options: CompareOptions): Promise<TheirFile> {
  const { from, scope, causes: given } = options;
  const map = new Map(
    [...options.map].flatMap(([column, meaning]) => {
      const own = ownColumns.find((name) => name === meaning);
      return own ? [[column, own] as const] : [];
    }),
  );
  // Why an address is on the list does not matter here.
  const whatever: Cause = 'manual';
  const list = await openList(file, {
    ...(from !== undefined && { from }),
    ...(scope !== undefined && { scope }),
    causes: { ...given, ofRest: whatever },
    map,
    ignoreColumns: true,
    now: new Date(),
  });
  return {
    about: 'suppressions',
    title: list.reader.title,
    async *rows(onBytes) {
      for await (const row of list.rows(onBytes)) {
        const { line } = row;
        if ('problem' in row) yield { line, problem: row.problem };
        else if ('leftOut' in row) yield { line, leftOut: row.leftOut };
        else if ('lacks' in row)
          yield {
            line,
            problem:
              row.lacks === 'scope'
                ? 'the file does not name the stream: add --scope NAME'
                : `expected a cause, found "${row.word ?? ''}"`,
          };
        else {
          const { address = '', cause: word = '', scope: within = '' } = row.fields;
          const cause = causes.find((each) => each === word);
          const isTold = given.ofAll !== undefined || cause !== whatever;
          if (cause === 'soft_bounce')
            yield { line, leftOut: 'one soft bounce does not suppress an address, there or here' };
          else
            yield {
              line,
              address,
              isSuppressed: true,
              scope: within || allScopes,
              ...(isTold && cause && { cause }),
            };
        }
      }
    },
  };
}
