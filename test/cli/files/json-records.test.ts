import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonRecords } from '../../../cli/files/json-records.ts';

async function* inChunks(text: string, size: number) {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

async function read(text: string, size = 5) {
  const documents: unknown[] = [];
  const records = [];
  for await (const record of jsonRecords(inChunks(text, size), {
    isList: (key) => key === 'items',
    onDocument: (document) => documents.push(JSON.parse(document)),
  }))
    records.push(record);
  return { records, documents };
}

async function valuesIn(text: string, size?: number) {
  const { records } = await read(text, size);
  return records.map((record) => ('text' in record ? JSON.parse(record.text) : record));
}

describe('a JSON file', () => {
  /** Brackets, quotes and escapes in strings, and lists under the name that documents use for their records. */
  const texts = fc.oneof(fc.string(), fc.stringMatching(/^[[\]{}",:\\ \n]*$/));
  const records = fc.array(
    fc.record({
      id: fc.integer(),
      text: texts,
      nested: fc.object({ maxDepth: 2, key: texts, values: [texts, fc.integer(), fc.constant(null)] }),
    }),
    { maxLength: 6 },
  );
  const arrangements: Record<string, (all: readonly unknown[]) => string> = {
    'a list': (all) => JSON.stringify(all, null, 2),
    'a document with a list': (all) => JSON.stringify({ before: { x: ['items'] }, items: all, after: [1] }),
    'one object per line': (all) => all.map((each) => `${JSON.stringify(each)}\r\n`).join(''),
    'objects without anything between them': (all) => all.map((each) => JSON.stringify(each)).join(''),
    'several documents': (all) =>
      all.map((each) => JSON.stringify({ items: [each], next: 'x' }, null, 1)).join('\n'),
    'a list of documents': (all) => JSON.stringify(all.map((each) => ({ items: [each] }))),
  };

  it.each(Object.entries(arrangements))('gives its records as %s', async (_, arrange) => {
    await fc.assert(
      fc.asyncProperty(records, fc.integer({ min: 1, max: 40 }), async (all, size) => {
        // JSON has no -0, and no __proto__ that a parsed object would show.
        const plain = JSON.parse(JSON.stringify(all));
        expect(await valuesIn(arrange(plain), size)).toEqual(plain);
      }),
    );
  });

  it('gives what stands beside a list', async () => {
    const { documents } = await read('{"items":[{"a":1}],"next":"x"} {"z":{"items":1},"items":[]}');
    expect(documents).toEqual([
      { items: null, next: 'x' },
      { z: { items: 1 }, items: null },
    ]);
  });

  it('can hold strings and numbers', async () => {
    expect(await valuesIn('["a", "b\\"]", 3]')).toEqual(['a', 'b"]', 3]);
    expect(await valuesIn('"a"\n"b"')).toEqual(['a', 'b']);
  });

  it('names the line where a record begins', async () => {
    const { records: found } = await read('[\n {"a":\n 1},\n\n {"b": 2}\n]');
    expect(found).toEqual([
      { line: 2, text: '{"a":\n 1}' },
      { line: 5, text: '{"b": 2}' },
    ]);
  });

  it('says where it ends too early', async () => {
    expect((await read('[{"a":1},\n{"b":')).records.at(-1)).toEqual({
      line: 2,
      problem: 'the file ends here, in the middle of a record',
    });
    expect((await read('{"items":[{"a":1}')).records.at(-1)).toMatchObject({ problem: expect.any(String) });
  });
});
