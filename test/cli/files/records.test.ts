import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { openInput } from '../../../cli/files/open-input.ts';
import { readRecords } from '../../../cli/files/records.ts';

const folder = mkdtempSync(join(tmpdir(), 'mailfold-records-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function read(content: string | Buffer, name = 'list.csv') {
  const path = join(folder, name);
  writeFileSync(path, content);
  const input = await openInput(path);
  let bytes = 0;
  const file = await readRecords(input, {
    lists: ['items'],
    onBytes: (count) => {
      bytes += count;
    },
  });
  const records = [];
  for await (const record of file?.records ?? []) records.push(record);
  return { name: input.name, kind: file?.kind, columns: file?.columns, records, bytes, size: input.size };
}

/** An archive with stored or deflated files, as zip writes it. */
function zipOf(files: Readonly<Record<string, string>>, isDeflated = true): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const bytes = isDeflated ? deflateRawSync(content) : Buffer.from(content);
    const local = Buffer.alloc(30);
    local.write('PK\u0003\u0004', 'latin1');
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.write('PK\u0001\u0002', 'latin1');
    entry.writeUInt16LE(isDeflated ? 8 : 0, 10);
    entry.writeUInt32LE(bytes.length, 20);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    parts.push(local, Buffer.from(name), bytes);
    directory.push(entry, Buffer.from(name));
    offset += local.length + name.length + bytes.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, listed, end]);
}

describe('a file of records', () => {
  const csv = 'Email Address,Created-At\nana@example.com,1767225600\n';
  const ana = { line: 2, fields: { emailaddress: 'ana@example.com', createdat: '1767225600' } };

  it.each([
    ['plain', csv, 'list.csv'],
    ['with a byte order mark', `\uFEFF${csv}`, 'list.csv'],
    ['with semicolons', csv.replaceAll(',', ';'), 'list.csv'],
    ['with tabs', csv.replaceAll(',', '\t'), 'list.csv'],
    ['with a repeated and an empty column', csv.replaceAll(/([^\n]+),([^\n]+)/g, '$1,$2,$2,'), 'list.csv'],
    ['in gzip', gzipSync(csv), 'list.csv.gz'],
    ['in an archive', zipOf({ 'list.csv': csv }), 'export.zip'],
    [
      'in an archive of macOS',
      zipOf({ 'list.csv': csv, '.DS_Store': 'x', '__MACOSX/._list.csv': 'x' }),
      'export.zip',
    ],
    ['in an archive without compression', zipOf({ 'x/': '', 'x/list.csv': csv }, false), 'export.zip'],
  ])('is read as CSV: %s', async (_, content, file) => {
    const { name, kind, columns, records, bytes, size } = await read(content, file);
    expect({ name, kind, columns, records }).toEqual({
      name: 'list.csv',
      kind: 'csv',
      columns: ['Email Address', 'Created-At'],
      records: [ana],
    });
    if (!file.endsWith('.zip')) expect(bytes).toBe(size);
  });

  it('is read as JSON, and keeps every digit of a number', async () => {
    const text = '{"Email_Address":"ana@example.com","id":12345678901234567890}';
    expect(await read(`{"items":[${text}],"next":null}`)).toMatchObject({
      kind: 'json',
      columns: ['Email_Address', 'id'],
      records: [
        {
          line: 1,
          text,
          fields: { emailaddress: 'ana@example.com', id: { rawJSON: '12345678901234567890' } },
        },
      ],
    });
  });

  it('can be a list of addresses, one per line or as JSON', async () => {
    const addresses = [
      { line: 1, fields: { address: 'ana@example.com' } },
      { line: 2, fields: { address: 'Ben <ben@example.com>' } },
    ];
    expect(await read('ana@example.com\nBen <ben@example.com>\n')).toMatchObject({
      kind: 'list',
      columns: ['address'],
      records: addresses,
    });
    expect(await read('["ana@example.com",\n"Ben <ben@example.com>"]')).toMatchObject({
      kind: 'list',
      records: addresses,
    });
  });

  it('names objects that are not JSON, and reads the others', async () => {
    const { records } = await read('{"a":1}\n{"a":\n{"b":}}\n{"a":2}\n');
    expect(records.map((record) => ('fields' in record ? record.fields : record))).toEqual([
      { a: 1 },
      { line: 2, problem: 'expected a JSON object, found a line that is not JSON' },
      { a: 2 },
    ]);
  });

  it('is nothing when it is empty', async () => {
    expect(await read(' \n\n')).toMatchObject({ kind: undefined, records: [] });
  });

  it('is refused in UTF-16, in an archive of several files, and when it changes in between', async () => {
    await expect(read(Buffer.from('\uFEFFa,b', 'utf16le'))).rejects.toThrow('expected UTF-8, found UTF-16');
    await expect(read(zipOf({ 'a.csv': csv, 'b.csv': csv }))).rejects.toThrow(
      'expected an archive with one file, found 2',
    );
    await expect(read(zipOf({ 'a.csv': csv }).subarray(0, 40))).rejects.toThrow('the archive cannot be read');
    const path = join(folder, 'changing.csv');
    writeFileSync(path, csv);
    const input = await openInput(path);
    input.mustBeUnchanged();
    writeFileSync(path, `${csv}x`);
    expect(() => input.mustBeUnchanged()).toThrow('was changed while it was read');
  });
});
