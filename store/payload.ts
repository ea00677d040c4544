import { deflateRawSync, gunzipSync, inflateRawSync } from 'node:zlib';
import type { RowFields } from './row-fields.ts';
import { vocabulary } from './vocabulary.ts';

/**
 * Fields of the row that the payload repeats. A payload can only be unpacked with the same fields that it was packed
 * with, so this list is part of the format: a change needs a new mark.
 */
const repeatedFields = ['messageId', 'recipient', 'sortKey', 'userAgent', 'url', 'diagnostic'] as const;

/** The first byte of a packed payload says how it was packed. 0x1f is the first byte of gzip, an earlier format. */
const marks = { withRow: 1, withVocabulary: 2, gzip: 0x1f } as const;

// A payload up to this length fits into one write unit without the vocabulary.
const maxLengthWithoutVocabulary = 700;

/**
 * Compresses the payload with the fields of its row as a dictionary, so that nearly every event costs one write unit. An
 * SES report with all mail headers has 2 to 3 KB, and would cost two or three.
 */
export function packPayload(row: RowFields, text: string): Uint8Array {
  const mark = text.length > maxLengthWithoutVocabulary ? marks.withVocabulary : marks.withRow;
  const packed = deflateRawSync(text, {
    dictionary: dictionaryFor(mark, row),
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
  if (mark === marks.gzip) return gunzipSync(packed).toString();
  if (mark !== marks.withRow && mark !== marks.withVocabulary)
    throw new Error('expected a payload with a known first byte, found an unknown one');
  const dictionary = dictionaryFor(mark, row);
  return inflateRawSync(packed.subarray(1), { dictionary }).toString();
}

/** References to the end of the dictionary are the shortest, so the row's own fields come last. */
function dictionaryFor(mark: typeof marks.withRow | typeof marks.withVocabulary, row: RowFields): Buffer {
  const fields: string[] = [];
  for (const name of repeatedFields) {
    const value = row[name];
    if (typeof value === 'string') fields.push(value);
  }
  return Buffer.from((mark === marks.withVocabulary ? vocabulary : '') + fields.join('\n'));
}
