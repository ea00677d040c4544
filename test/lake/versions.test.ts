import { parquetWriteBuffer } from 'hyparquet-writer';
import { beforeEach, describe, expect, it } from 'vitest';
import { listLake, objectKey } from '../../lake/lake-objects.ts';
import { readParquet } from '../../lake/parquet.ts';
import { tidy } from '../../lake/tidy.ts';
import { aFact } from '../support/told.ts';
import { type ALake, aLake } from './support/a-lake.ts';

let lake: ALake;
beforeEach(async () => {
  lake = await aLake();
  return () => lake.close();
});

type Field = { readonly name: string; readonly data: readonly unknown[]; readonly type?: string };

/** A file with few columns, as another version would have written it. */
async function writeFile(...more: readonly Field[]): Promise<string> {
  const columns: Field[] = [
    { name: 'occurred_at', data: [BigInt(Date.UTC(2026, 0, 1, 12))] },
    { name: 'type', data: ['delivered'], type: 'STRING' },
    { name: 'provider', data: ['ses'], type: 'STRING' },
    { name: 'event', data: [1n] },
    { name: 'unit', data: [2n] },
    { name: 'v', data: [1] },
    ...more,
  ];
  const schema = columns.map(({ name, data, type }) => ({
    name,
    ...(typeof data[0] === 'bigint' && { type: 'INT64' as const }),
    ...(typeof data[0] === 'number' && { type: 'INT32' as const }),
    ...(type === 'STRING' && { type: 'BYTE_ARRAY' as const, converted_type: 'UTF8' as const }),
    ...(name === 'occurred_at' && {
      logical_type: { type: 'TIMESTAMP' as const, isAdjustedToUTC: false, unit: 'MILLIS' as const },
    }),
    repetition_type: 'REQUIRED' as const,
  }));
  const content = new Uint8Array(
    parquetWriteBuffer({
      schema: [{ name: 'root', num_children: schema.length }, ...schema],
      columnData: columns.map(({ name, data }) => ({ name, data: [...data] })),
    }),
  );
  const key = objectKey('2026-01-01' as never, 'new', 1, content);
  await lake.objects.write(key, content);
  return key;
}

const sent = async () => (await lake.ask('select sum(sent) from rates_by_day'))[0]?.[0];

describe('files of several versions', () => {
  it('are read together: what an earlier version did not write is null', async () => {
    await writeFile();
    expect(await sent()).toBe(1);
    await lake.tell([aFact({ stream: 'news' })]);
    expect(await sent()).toBe(2);
    expect(await lake.ask('select stream from sends order by stream')).toEqual([['news'], [null]]);
  });

  it('are merged with those of earlier versions', async () => {
    await writeFile();
    await lake.tell([aFact({ stream: 'news' })]);
    const now = new Date(Date.now() + 25 * 3_600_000);
    await tidy(lake.objects, { now, isTimeUp: () => false });
    const merged = (await listLake(lake.objects)).find(({ kind }) => kind === 'tidy');
    expect(merged?.rows).toBe(2);
    expect(await sent()).toBe(2);
  });

  it('are left alone by the tidier when a later version wrote them, and are read all the same', async () => {
    const later = await writeFile(
      { name: 'colour', data: ['blue'], type: 'STRING' },
      { name: 'extra', data: [7n] },
    );
    await lake.tell([aFact()]);
    expect(await sent()).toBe(2);
    const now = new Date(Date.now() + 25 * 3_600_000);
    await tidy(lake.objects, { now, isTimeUp: () => false });
    const tidied = (await listLake(lake.objects)).find(({ kind }) => kind === 'tidy');
    expect(tidied?.rows).toBe(1);
    const content = (await lake.objects.read(later)) ?? new Uint8Array();
    expect((await readParquet(content)).isOfLaterVersion).toBe(true);
    expect(await lake.ask('select colour from told where colour is not null')).toEqual([['blue']]);
  });
});
