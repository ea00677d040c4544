import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { javaDouble } from '../../local/athena/athena-values.ts';
import { toDuckDbType } from '../../local/athena/hive-type.ts';
import { readProjection } from '../../local/athena/projection.ts';
import { fillIn } from '../../local/athena/statement.ts';

describe('a double', () => {
  it.each([
    [0, '0.0'],
    [-0, '-0.0'],
    [1, '1.0'],
    [0.1, '0.1'],
    [33.333333333333336, '33.333333333333336'],
    [9_999_999, '9999999.0'],
    [1e7, '1.0E7'],
    [-12_345_678.9, '-1.23456789E7'],
    [0.001, '0.001'],
    [0.00012, '1.2E-4'],
    [1e21, '1.0E21'],
    [Number.NaN, 'NaN'],
    [Number.NEGATIVE_INFINITY, '-Infinity'],
  ])('%d is written as Java writes it: %s', (value, text) => {
    expect(javaDouble(value)).toBe(text);
  });

  it('can be read back', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(Number(javaDouble(value))).toBe(value);
      }),
    );
  });
});

describe('a type of Glue', () => {
  it.each([
    ['string', 'VARCHAR'],
    ['varchar(10)', 'VARCHAR'],
    ['BIGINT', 'BIGINT'],
    ['decimal(10,2)', 'DECIMAL(10,2)'],
    ['array<array<int>>', 'INTEGER[][]'],
    ['map<string,array<double>>', 'MAP(VARCHAR, DOUBLE[])'],
    ['struct<a:int,b:map<string,decimal(4,2)>>', 'STRUCT("a" INTEGER, "b" MAP(VARCHAR, DECIMAL(4,2)))'],
  ])('%s is %s in DuckDB', (hive, duckDb) => {
    expect(toDuckDbType(hive)).toBe(duckDb);
  });
});

describe('a computed partition', () => {
  const now = new Date('2026-11-16T10:00:00Z');
  const sees = (settings: Record<string, string>, value: string) => {
    const entries = Object.entries(settings).map(([name, each]) => [`projection.p.${name}`, each]);
    return readProjection('Table', 'p', Object.fromEntries(entries))(value, now);
  };
  const dates = (range: string) => ({ type: 'date', format: 'yyyy-MM-dd', range });

  it.each([
    [dates('2026-01-01,NOW'), ['2026-01-01', '2026-11-16'], ['2025-12-31', '2026-11-17']],
    [dates('NOW-3YEARS,NOW+1DAY'), ['2023-11-16', '2026-11-17'], ['2023-11-15', '2026-11-18']],
    [dates('NOW-2MONTHS,NOW-1WEEK'), ['2026-09-16', '2026-11-09'], ['2026-09-15', '2026-11-10']],
    [{ type: 'enum', values: 'a, b' }, ['a', 'b'], ['c', '']],
    [{ type: 'integer', range: '1,12' }, ['1', '12'], ['0', '13']],
    [{ type: 'injected' }, ['anything'], []],
  ])('%o is visible within its range', (settings, visible, invisible) => {
    expect(visible.map((value) => sees(settings, value))).toEqual(visible.map(() => true));
    expect(invisible.map((value) => sees(settings, value))).toEqual(invisible.map(() => false));
  });
});

describe('the question marks of a query', () => {
  it('are filled in order, except in strings, names and comments', () => {
    const sql = `SELECT ?, '?''?', "?" /* ? */ -- ?\nFROM t WHERE a = ?`;
    expect(fillIn(sql, ['1', "'x?'"])).toBe(`SELECT 1, '?''?', "?" /* ? */ -- ?\nFROM t WHERE a = 'x?'`);
    expect(() => fillIn(sql, ['1', '2', '3'])).toThrow('expected 2 but found 3');
  });
});
