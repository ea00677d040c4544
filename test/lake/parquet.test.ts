import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readParquet, writeParquet } from '../../lake/parquet.ts';
import { tableOf } from '../../lake/told-table.ts';
import { anyRow } from '../support/told.ts';

describe('a Parquet file', () => {
  it('has every row as it was written', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyRow(), { minLength: 1, maxLength: 40 }), async (rows) => {
        const table = tableOf(rows);
        expect(await readParquet(writeParquet(table))).toEqual({ ...table, isOfLaterVersion: false });
      }),
      { numRuns: 40 },
    );
  });

  it('has the same bytes whenever it has the same rows', () => {
    fc.assert(
      fc.property(fc.array(anyRow(), { minLength: 1, maxLength: 20 }), (rows) => {
        expect(writeParquet(tableOf(rows))).toEqual(writeParquet(tableOf([...rows])));
      }),
      { numRuns: 20 },
    );
  });

  it('of more rows than one group is read in order', async () => {
    const [row] = fc.sample(anyRow(), 1);
    const rows = Array.from({ length: 100_002 }, (_, index) => ({ ...row, event: BigInt(index), v: index }));
    const { rowCount, columns } = await readParquet(writeParquet(tableOf(rows as never)), ['event', 'v']);
    expect(rowCount).toBe(100_002);
    expect(columns.event[100_001]).toBe(100_001n);
    expect(columns.v[99_999]).toBe(99_999);
  });

  it('that is not Parquet is refused', async () => {
    await expect(readParquet(new TextEncoder().encode('not a Parquet file'))).rejects.toThrow();
  });
});
