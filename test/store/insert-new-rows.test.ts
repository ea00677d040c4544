import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { toAddress, toEventId } from '../../core/ids.ts';
import { momentFromMillis } from '../../core/moment.ts';
import type { Evidence } from '../../core/suppression.ts';
import { insertNewRows } from '../../store/insert-new-rows.ts';
import { rowName } from '../../store/keys.ts';
import { suppressionRows } from '../../store/suppression-rows.ts';
import { createAddressesTable, sharedDynamoDb } from '../support/tables.ts';

const client = sharedDynamoDb();

async function aTable(): Promise<string> {
  const table = `insert-${randomBytes(4).toString('hex')}`;
  await createAddressesTable(client, table);
  return table;
}

/** Both rows of a manual entry: one of the history, and its head. */
function rowsOf(person: string, entries = 1) {
  return Array.from(
    { length: entries },
    (_, index): Evidence => ({
      type: 'evidence',
      address: toAddress(`${person}@example.com`),
      cause: 'manual',
      scope: `s${index}`,
      occurredAt: momentFromMillis(Date.UTC(2026, 0, 1)),
      id: toEventId(`${person}-${index}`),
      by: 'kim',
    }),
  ).flatMap((evidence) =>
    suppressionRows(evidence).flatMap((row) =>
      row.part === 'soft' ? [] : [[rowName(row.key), row] as const],
    ),
  );
}

const people = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => rowsOf(`p${from + index}`)).flat();
const names = (rows: ReturnType<typeof rowsOf>) => rows.map(([name]) => name).toSorted();

describe('rows of addresses', () => {
  it('are inserted when none of them exists, in as many transactions as it takes', async () => {
    const table = await aTable();
    const rows = people(0, 130);
    expect([...(await insertNewRows(client, table, rows, new Date()))].toSorted()).toEqual(names(rows));
    expect([...(await insertNewRows(client, table, rows, new Date()))]).toEqual([]);
  });

  it('are left alone when one of the same address exists, and their neighbours are inserted', async () => {
    const table = await aTable();
    const [log] = rowsOf('p7');
    await insertNewRows(client, table, log ? [log] : [], new Date());
    const inserted = await insertNewRows(client, table, people(0, 20), new Date());
    expect([...inserted].toSorted()).toEqual(names([...people(0, 7), ...people(8, 20)]));
  });

  it('are left to others when an address has more than fit into one transaction, or when the table is missing', async () => {
    const table = await aTable();
    const inserted = await insertNewRows(
      client,
      table,
      [...rowsOf('many', 51), ...rowsOf('few', 50)],
      new Date(),
    );
    expect([...inserted].toSorted()).toEqual(names(rowsOf('few', 50)));
    expect([...(await insertNewRows(client, 'no-such-table', people(0, 3), new Date()))]).toEqual([]);
  });
});
