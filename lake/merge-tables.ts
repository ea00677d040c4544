import {
  type Column,
  isLongs,
  type NamedColumn,
  type ToldTable,
  toldTable,
  type Value,
} from './told-table.ts';

/**
 * All rows of some tables, each event once, sorted by send and time. Copies of an event are joined as the view `events` joins them,
 * so no answer changes: the earliest receipt, and of every other column the greatest value, which is any that is not null when
 * the copies agree.
 */
export function mergeTables(tables: readonly ToldTable[]): ToldTable {
  const all = concatenated(tables);
  const order = sortedRows(all);
  const firsts = firstsOfEvents(all, order);
  return toldTable(firsts.length, (column) => joinedColumn(all, order, firsts, column));
}

function concatenated(tables: readonly ToldTable[]): ToldTable {
  const rowCount = tables.reduce((sum, table) => sum + table.rowCount, 0);
  return toldTable(rowCount, (column) => {
    const values = isLongs(column) ? new BigInt64Array(rowCount) : new Array<Value>(rowCount);
    let row = 0;
    for (const table of tables) {
      const source = table.columns[column.name];
      for (let index = 0; index < table.rowCount; index += 1, row += 1) values[row] = source[index] as never;
    }
    return values;
  });
}

/** The columns that identify an event. Every copy of it has the same ones, and is filed under the same day. */
const identity = ['unit', 'occurred_at', 'event'] as const;

function sortedRows({ rowCount, columns }: ToldTable): Uint32Array {
  // Halves of 32 bits: comparing numbers is many times faster than comparing bigints.
  const halves = identity.flatMap((name) => {
    const words = new Int32Array((columns[name] as BigInt64Array).buffer);
    return [words.filter((_, index) => index % 2 === 1), words.filter((_, index) => index % 2 === 0)];
  });
  const order = Uint32Array.from({ length: rowCount }, (_, row) => row);
  return order.sort((one, other) => {
    for (const half of halves) {
      const difference = (half[one] ?? 0) - (half[other] ?? 0);
      if (difference !== 0) return difference;
    }
    return one - other;
  });
}

/** The places in the order at which another event begins. */
function firstsOfEvents({ columns }: ToldTable, order: Uint32Array): number[] {
  const isSame = (one: number, other: number) =>
    identity.every((name) => columns[name][one] === columns[name][other]);
  const firsts: number[] = [];
  for (let place = 0; place < order.length; place += 1)
    if (place === 0 || !isSame(order[place - 1] as number, order[place] as number)) firsts.push(place);
  return firsts;
}

function joinedColumn(
  { columns }: ToldTable,
  order: Uint32Array,
  firsts: readonly number[],
  column: NamedColumn,
): Column {
  const source = columns[column.name];
  const joined = isLongs(column) ? new BigInt64Array(firsts.length) : new Array<Value>(firsts.length);
  const join = column.name === 'received_at' ? smaller : greater;
  for (let index = 0; index < firsts.length; index += 1) {
    const place = firsts[index] as number;
    const end = firsts[index + 1] ?? order.length;
    let value = source[order[place] as number] as Value;
    for (let copy = place + 1; copy < end; copy += 1)
      value = join(value, source[order[copy] as number] as Value);
    joined[index] = value as never;
  }
  return joined;
}

function greater(one: Value, other: Value): Value {
  if (one === null || other === null) return one ?? other;
  return compare(one, other) >= 0 ? one : other;
}

function smaller(one: Value, other: Value): Value {
  if (one === null || other === null) return one ?? other;
  return compare(one, other) <= 0 ? one : other;
}

/** As both engines compare: strings by their bytes, lists element by element. */
function compare(one: NonNullable<Value>, other: NonNullable<Value>): number {
  if (one === other) return 0;
  if (typeof one === 'string' && typeof other === 'string') return byBytes(one, other);
  if (!Array.isArray(one) || !Array.isArray(other)) return one < other ? -1 : 1;
  for (let index = 0; index < Math.min(one.length, other.length); index += 1) {
    const difference = byBytes(one[index], other[index]);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}

const encoder = new TextEncoder();

/** JavaScript would compare by 16-bit units, and puts characters such as emoji elsewhere. */
function byBytes(one: string, other: string): number {
  if (one === other) return 0;
  const [first, second] = [encoder.encode(one), encoder.encode(other)];
  for (let index = 0; index < Math.min(first.length, second.length); index += 1) {
    const difference = (first[index] ?? 0) - (second[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return first.length - second.length;
}
