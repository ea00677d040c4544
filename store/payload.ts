import { deflateRawSync, gunzipSync, inflateRawSync } from 'node:zlib';
import type { RowFields } from './row-fields.ts';
import { vocabulary } from './vocabulary.ts';

/** What a payload is packed with. */
type Form = {
  /** Whether the vocabulary comes first. */
  readonly withVocabulary: boolean;
  /** What payload and row have in common. */
  readonly textsOf: (row: RowFields) => readonly string[];
};

const repeatedFields = ['messageId', 'recipient', 'sortKey', 'userAgent', 'url', 'diagnostic'];
const moreFields = [
  ...['sendingDomain', 'stream', 'tags', 'template', 'templateVersion', 'ipPool', 'metadata', 'sentAt'],
  ...['recipientAsGiven', 'reason', 'smtpStatus', 'ip'],
];

const firstTexts = (row: RowFields) => textsIn(row, repeatedFields);
const moreTexts = (row: RowFields) => [...sendingDate(row), ...textsIn(row, moreFields), ...firstTexts(row)];

/**
 * The first byte of a packed payload says how it was packed. It can only be unpacked in the same way, so a form never changes: a
 * better one gets a byte of its own. 0x1f is the first byte of gzip, the earliest format.
 */
const forms: ReadonlyMap<number | undefined, Form> = new Map([
  [1, { withVocabulary: false, textsOf: firstTexts }],
  [2, { withVocabulary: true, textsOf: firstTexts }],
  [3, { withVocabulary: false, textsOf: moreTexts }],
  [4, { withVocabulary: true, textsOf: moreTexts }],
]);
const [shortForm, longForm, gzip] = [3, 4, 0x1f];

// A payload up to this length fits into one write unit without the vocabulary.
const maxLengthWithoutVocabulary = 700;

/**
 * Compresses the payload with the fields of its row as a dictionary, so that nearly every event costs one write unit. An
 * SES report with all mail headers has 2 to 3 KB, and would cost two or three.
 */
export function packPayload(row: RowFields, text: string): Uint8Array {
  const mark = text.length > maxLengthWithoutVocabulary ? longForm : shortForm;
  const packed = deflateRawSync(text, {
    dictionary: dictionaryFor(forms.get(mark) as Form, row),
    // zlib's default buffers are made for larger inputs: allocating them would take longer than the compression.
    ...(text.length < 4_096 && { windowBits: 13, memLevel: 5, chunkSize: 1_024 }),
  });
  const marked = Buffer.allocUnsafe(1 + packed.length);
  marked[0] = mark;
  packed.copy(marked, 1);
  return marked;
}

/** The original JSON string. Parsing and writing it again could round long numbers. */
export function unpackPayload(row: RowFields): string {
  const packed = row['payload'] as Uint8Array;
  const mark = packed[0];
  if (mark === gzip) return gunzipSync(packed).toString();
  const form = forms.get(mark);
  if (!form) throw new Error('expected a payload with a known first byte, found an unknown one');
  return inflateRawSync(packed.subarray(1), { dictionary: dictionaryFor(form, row) }).toString();
}

/** References to the end of the dictionary are the shortest, so the row's own fields come last. */
function dictionaryFor({ withVocabulary, textsOf }: Form, row: RowFields): Buffer {
  return Buffer.from((withVocabulary ? vocabulary : '') + textsOf(row).join('\n'));
}

function textsIn(row: RowFields, names: readonly string[]): string[] {
  const texts: string[] = [];
  for (const name of names) {
    const value = row[name];
    if (typeof value === 'string') texts.push(value);
    else if (Array.isArray(value)) texts.push(...value);
    else if (typeof value === 'object' && value !== null) texts.push(...entriesIn(value));
  }
  return texts;
}

/** In alphabetical order, because DynamoDB does not keep the order of a map. */
function entriesIn(map: object): string[] {
  return Object.entries(map)
    .map(([name, value]) => `"${name}":"${value}"`)
    .sort();
}

/** The time of sending as a mail header has it. A report can repeat it several times. */
function sendingDate({ sentAt }: RowFields): string[] {
  return typeof sentAt === 'string' ? [new Date(sentAt).toUTCString()] : [];
}
