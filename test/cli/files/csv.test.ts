import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLine, readCsv } from '../../../cli/files/csv.ts';

async function* inChunks(text: string, size: number) {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

async function read(text: string, size = 7) {
  const csv = await readCsv(inChunks(text, size));
  const records = [];
  for await (const record of csv?.records ?? []) records.push(record);
  return records;
}

describe('a CSV file', () => {
  it('gives back every string that was written to it, wherever the chunks end', async () => {
    const texts = fc.oneof(
      fc.string(),
      fc.stringMatching(/^[",\r\n =a]*$/),
      fc.constantFrom('=1+1', '@a', '-1', ' "', '\r\n'),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ a: texts, b: texts }), { maxLength: 8 }),
        fc.integer({ min: 1, max: 20 }),
        async (rows, size) => {
          // A record of white space only counts as an empty line, which many files end with.
          const kept = rows.filter(({ a, b }) => `${a}${b}`.trim() !== '');
          const text = csvLine(['a', 'b']) + kept.map(({ a, b }) => csvLine([a, b])).join('');
          // A carriage return of its own would let the rest of a line overwrite its beginning.
          const lessReturns = (cell: string) => cell.replace(/\r(?!\n)/g, '');
          const expected = kept.map(({ a, b }) => ({ a: lessReturns(a), b: lessReturns(b) }));
          expect(await read(text, size)).toEqual(
            expected.map((fields) => expect.objectContaining({ fields })),
          );
        },
      ),
    );
  });

  it('names a bad line by its number and reads the rest', async () => {
    const records = await read('a,b\n1,2\n1,2,3\n"x" y,2\n\n"two\nlines",3\n5,6\n');
    expect(records).toEqual([
      { line: 2, fields: { a: '1', b: '2' } },
      { line: 3, problem: 'expected 2 cells as in the header, found 3' },
      { line: 4, problem: 'text follows a closing quote' },
      { line: 6, fields: { a: 'two\nlines', b: '3' } },
      { line: 8, fields: { a: '5', b: '6' } },
    ]);
  });

  it('loses one line to a missing quote, and not the lines that follow', async () => {
    const many = Array.from({ length: 120 }, (_, index) => `${index},x`).join('\n');
    const records = await read(`a,b\n"1,2\n3,"4"\n${many}\n"7,8`);
    expect(records.filter((record) => 'problem' in record).map(({ line }) => line)).toEqual([2, 124]);
    expect(records).toHaveLength(123);
  });

  it('is read with a byte order mark, capital letters and spaces in its header', async () => {
    expect(await read('\uFEFFA , b\r\n 1 ," 2"\r\n')).toEqual([{ line: 2, fields: { a: '1', b: ' 2' } }]);
  });

  it('cannot be read without a header', async () => {
    expect(await readCsv(inChunks('', 1))).toBeUndefined();
  });
});
