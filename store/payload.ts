import { deflateRawSync, gunzipSync, inflateRawSync } from 'node:zlib';
import type { RowFields } from './row-fields.ts';
import { vocabulary } from './vocabulary.ts';

/**
 * What a payload says again of its own row. A payload can only be unpacked with the very fields it was packed with:
 * this list is a part of the format, and a change of it needs a new mark.
 */
const repeatedFields = ['messageId', 'recipient', 'sortKey', 'userAgent', 'url', 'diagnostic'] as const;

/** The first byte of a packed payload tells how it was packed. Gzip, an earlier form, begins with one of its own. */
const marks = { withRow: 1, withVocabulary: 2, gzip: 0x1f } as const;

// A longer text does not fit into one write unit beside its row without help; a shorter one always does.
const longestShortText = 700;

/**
 * The text of a payload, squeezed against what its row says already, so that nearly every event is written with one
 * write unit: a report of SES with all headers of its mail has 2 to 3 KB and would take two or three.
 */
export function packPayload(row: RowFields, text: string): Uint8Array {
  const mark = text.length > longestShortText ? marks.withVocabulary : marks.withRow;
  const packed = deflateRawSync(text, {
    dictionary: dictionaryFor(mark, row),
    // Small tables and small steps: for a text of this size they cost more time than the squeezing.
    ...(text.length < 4_096 && { windowBits: 13, memLevel: 5, chunkSize: 1_024 }),
  });
  const marked = Buffer.allocUnsafe(1 + packed.length);
  marked[0] = mark;
  packed.copy(marked, 1);
  return marked;
}

/** The text itself, digit for digit: parsing it could round its longest numbers. */
export function unpackPayload(row: RowFields): string {
  const packed = row['payload'] as Uint8Array;
  const mark = packed[0];
  if (mark === marks.gzip) return gunzipSync(packed).toString();
  if (mark !== marks.withRow && mark !== marks.withVocabulary)
    throw new Error('expected a payload with a known header, found another');
  const dictionary = dictionaryFor(mark, row);
  return inflateRawSync(packed.subarray(1), { dictionary }).toString();
}

/** What stands last is the cheapest to point at. */
function dictionaryFor(mark: typeof marks.withRow | typeof marks.withVocabulary, row: RowFields): Buffer {
  const fields: string[] = [];
  for (const name of repeatedFields) {
    const value = row[name];
    if (typeof value === 'string') fields.push(value);
  }
  return Buffer.from((mark === marks.withVocabulary ? vocabulary : '') + fields.join('\n'));
}
