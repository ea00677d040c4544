import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeTables } from '../../lake/merge-tables.ts';
import type { ToldRow } from '../../lake/told-columns.ts';
import { tableOf } from '../../lake/told-table.ts';
import { anyRows } from '../support/told.ts';

function identitiesIn(rows: readonly ToldRow[]): Set<string> {
  return new Set(rows.map(({ unit, occurred_at, event }) => `${unit} ${occurred_at} ${event}`));
}

describe('merged objects', () => {
  it('have every event once', () => {
    fc.assert(
      fc.property(anyRows(), (rows) => {
        const { rowCount, columns } = mergeTables([tableOf(rows)]);
        const found = Array.from({ length: rowCount }, (_, row) =>
          [columns.unit[row], columns.occurred_at[row], columns.event[row]].join(' '),
        );
        expect(new Set(found)).toEqual(identitiesIn(rows));
        expect(found).toHaveLength(identitiesIn(rows).size);
      }),
    );
  });

  it('are the same in whatever order and however often their rows come, and in whatever steps they are merged', () => {
    fc.assert(
      fc.property(anyRows(), anyRows(), (one, other) => {
        const atOnce = mergeTables([tableOf([...one, ...other])]);
        const inSteps = mergeTables([mergeTables([tableOf(other)]), mergeTables([tableOf(one)])]);
        expect(inSteps).toEqual(atOnce);
        expect(mergeTables([tableOf([...other, ...one, ...other].reverse())])).toEqual(atOnce);
        expect(mergeTables([atOnce, atOnce])).toEqual(atOnce);
      }),
    );
  });

  it('keep what only some copies of an event tell', () => {
    const rows = fc
      .sample(anyRows(), { numRuns: 20, seed: 1 })
      .find((found) => found.length > 0) as ToldRow[];
    const row = { ...(rows[0] as ToldRow), stream: null, received_at: null };
    const merged = mergeTables([tableOf([row, { ...row, stream: 'news', received_at: 5 }, row])]);
    expect(merged.columns.stream).toEqual(['news']);
    expect(merged.columns.received_at).toEqual([5n]);
  });
});
