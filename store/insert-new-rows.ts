import { type DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { inFlight } from './in-flight.ts';
import { headFields } from './suppression-row.ts';
import type { SuppressionRow } from './suppression-rows.ts';

/** Rows of addresses, by name. */
type NamedRow = readonly [name: string, row: Extract<SuppressionRow, { part: 'log' | 'head' }>];

/** The maximum of DynamoDB per transaction. */
const maxRows = 100;
const callsInFlight = 4;

/**
 * Inserts rows of which none exists yet, those of one address together. Returns the names of the rows that were inserted;
 * whatever it does not insert, for whatever reason, is left to the caller. Twice the price of single writes, and a fraction of
 * the work for DynamoDB Local.
 */
export async function insertNewRows(
  client: DynamoDBDocumentClient,
  table: string,
  rows: readonly NamedRow[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const inserted = new Set<string>();
  await inFlight(packed(byAddress(rows)), callsInFlight, async (groups) => {
    const refused = await insert(client, table, groups.flat(), now);
    // Rows that exist need not keep their neighbours from being inserted.
    const others = groups.filter((group) => !group.some(([name]) => refused.has(name)));
    const isWorthwhile = others.length > 0 && others.length < groups.length;
    const done = isWorthwhile && (await insert(client, table, others.flat(), now)).size > 0 ? [] : others;
    for (const [name] of done.flat()) inserted.add(name);
  });
  return inserted;
}

function byAddress(rows: readonly NamedRow[]): NamedRow[][] {
  const groups = new Map<string, NamedRow[]>();
  for (const named of rows) {
    const { address } = named[1].key;
    const group = groups.get(address);
    if (group) group.push(named);
    else groups.set(address, [named]);
  }
  return [...groups.values()].filter((group) => group.length <= maxRows);
}

/** As many groups together as one transaction takes. */
function packed(groups: readonly NamedRow[][]): NamedRow[][][] {
  const packs: NamedRow[][][] = [];
  let room = 0;
  for (const group of groups) {
    if (group.length > room) {
      packs.push([]);
      room = maxRows;
    }
    packs.at(-1)?.push(group);
    room -= group.length;
  }
  return packs;
}

/** Inserts all of the rows or none. Returns the names of those that are in the way: all of them when that is not known. */
async function insert(
  client: DynamoDBDocumentClient,
  table: string,
  rows: readonly NamedRow[],
  now: Date,
): Promise<ReadonlySet<string>> {
  try {
    await client.send(
      new TransactWriteCommand({
        TransactItems: rows.map(([, { part, key, head }]) => ({
          Put: {
            TableName: table,
            Item: definedOf(headFields(part, key, head, now)),
            ConditionExpression: 'attribute_not_exists(sortKey)',
          },
        })),
      }),
    );
    return new Set();
  } catch (error) {
    const { CancellationReasons: reasons = [] } = error as { CancellationReasons?: { Code?: string }[] };
    const isRefused = (index: number) => reasons[index]?.Code !== 'None';
    return new Set(rows.flatMap(([name], index) => (isRefused(index) ? [name] : [])));
  }
}

function definedOf(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
