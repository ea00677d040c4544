import { setTimeout as delay } from 'node:timers/promises';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { StoredEntry } from '../app/ports/store.ts';
import { dayOf } from '../core/day.ts';
import { distinct } from '../core/fold-suppression.ts';
import { type Head, headOf, includesHead, joinHeads, orderOf } from '../core/head.ts';
import type { Moment } from '../core/moment.ts';
import { condensedDay, lastRun, messageOf } from '../core/soft-bounces.ts';
import type { Evidence } from '../core/suppression.ts';
import type { SuppressionSettings } from '../core/suppression-settings.ts';
import { type AddressRowKey, addressPrefixes, headRowKey, legacyScope } from './keys.ts';
import type { Put } from './put-while.ts';
import { queryPages } from './query-pages.ts';
import { raiseRow } from './raise-row.ts';
import type { RowFields } from './row-fields.ts';
import { bounceFields, readEntries, readHead } from './suppression-row.ts';

type Table = { readonly client: DynamoDBDocumentClient; readonly table: string };
type SoftRow = { readonly key: AddressRowKey; readonly bounces: readonly Evidence[] };

/** Each failed try means that another writer has just written the row, so at least one of them makes progress. */
const maxTries = 40;
/** Writers of one row that collide wait for different times, so that they collide less. */
const maxPauseMillis = 50;
const dayMillis = 86_400_000;

/**
 * Adds soft bounces of one day, then looks whether they complete a window. Of two writers at the same time, the one that
 * reads last sees both, because each writes before it reads. After a crash the message is delivered again, and this runs
 * again.
 */
export async function addSoftBounces(
  at: Table,
  { key, bounces }: SoftRow,
  settings: SuppressionSettings,
  now: Date,
): Promise<{ readonly repeated: boolean }> {
  const [one, ...others] = bounces;
  if (!one) return { repeated: true };
  const repeated = await joinDay(at, { key, bounces }, settings, now);
  const run = lastRun(await bouncesAround(at, one, settings), settings);
  const head = others.reduce((joined, bounce) => joinHeads(joined, headOf(bounce)), headOf(one));
  const row = { part: 'head', key: headRowKey(one), head: { ...head, ...(run && { run }) } } as const;
  // A write that changes nothing is throttled like any other, so what an earlier run has finished would not stay finished.
  if (repeated && (await isRaised(at, row))) return { repeated };
  await raiseRow(at.client, at.table, row, now);
  return { repeated };
}

async function isRaised(
  { client, table }: Table,
  { key, head }: { readonly key: AddressRowKey; readonly head: Head },
): Promise<boolean> {
  const { Item } = await client.send(new GetCommand({ TableName: table, Key: key, ConsistentRead: true }));
  return Item !== undefined && includesHead(readHead(Item), head);
}

/**
 * Whether the head shows that these bounces were added and counted: it is written after both. Of several bounces, some can
 * have been added later, and a run can have been widened only in part, so these are counted again.
 */
export function isCounted(bounces: readonly Evidence[], head: RowFields): boolean {
  const [one, ...others] = bounces;
  if (!one || others.length > 0) return false;
  const { latest, run } = readHead(head);
  return !run && orderOf(latest) === orderOf(one);
}

/** Returns whether the row of the day already contained all that can decide. */
export async function joinDay(
  { client, table }: Table,
  { key, bounces }: SoftRow,
  settings: SuppressionSettings,
  now: Date,
  put: Put = (input) => client.send(new PutCommand(input)),
): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    const { Item } = await client.send(new GetCommand({ TableName: table, Key: key, ConsistentRead: true }));
    const stored = Item ? (readEntries(Item) as Evidence[]) : [];
    const joined = withDay(stored, bounces, settings);
    if (!joined) return true;
    try {
      await put(putDay(table, key, joined, Number(Item?.['version'] ?? 0), now));
      return false;
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException) || tries === maxTries) throw error;
      await delay(Math.random() * Math.min(tries * 5, maxPauseMillis));
    }
  }
}

/** The bounces of a day together with others, as far as they can decide; undefined when nothing changes. */
export function withDay(
  stored: readonly Evidence[],
  bounces: readonly Evidence[],
  { softBounceCap }: SuppressionSettings,
): readonly Evidence[] | undefined {
  const joined = condensedDay(distinct([...stored, ...bounces]), softBounceCap);
  return sameBounces(joined, stored) ? undefined : joined;
}

function putDay(
  TableName: string,
  key: AddressRowKey,
  bounces: readonly Evidence[],
  version: number,
  now: Date,
) {
  return {
    TableName,
    Item: {
      ...key,
      kind: 'soft',
      scope: bounces[0]?.scope,
      provider: bounces[0]?.provider,
      bounces: bounces.map((bounce) => bounceFields(bounce, now)),
      version: version + 1,
    },
    ConditionExpression: version === 0 ? 'attribute_not_exists(sortKey)' : 'version = :version',
    ...(version > 0 && { ExpressionAttributeValues: { ':version': version } }),
  };
}

export function sameBounces(one: readonly Evidence[], other: readonly Evidence[]): boolean {
  const nameOf = ({ occurredAt, id, messageId, by }: Evidence) =>
    JSON.stringify([occurredAt, id, messageId, by]);
  const names = new Set(other.map(nameOf));
  return one.length === other.length && one.every((bounce) => names.has(nameOf(bounce)));
}

/** All bounces that can be in one window with those of this day, as far as it takes to decide. */
async function bouncesAround(
  at: Table,
  bounce: Evidence,
  settings: SuppressionSettings,
): Promise<Evidence[]> {
  const found = await Promise.all([
    bouncesOf(at, bounce, settings, 'back'),
    bouncesOf(at, bounce, settings, 'ahead'),
    earlierVersions(at, bounce, settings),
  ]);
  return distinct(found.flat());
}

/** Day by day away from the given one, until these days alone reach the cap or the window ends. */
async function bouncesOf(
  { client, table }: Table,
  bounce: Evidence,
  { softBounceCap, softBounceWindowDays }: SuppressionSettings,
  direction: 'back' | 'ahead',
): Promise<Evidence[]> {
  const isBack = direction === 'back';
  const days = isBack ? [-softBounceWindowDays, 0] : [1, softBounceWindowDays];
  const [from = '', until = ''] = days.map((count) => dayAfter(bounce.occurredAt, count));
  const query = {
    TableName: table,
    KeyConditionExpression: 'address = :address AND sortKey BETWEEN :from AND :until',
    ExpressionAttributeValues: {
      ':address': bounce.address,
      ':from': `${addressPrefixes.soft}${from}#`,
      ':until': `${addressPrefixes.soft}${until}$`,
    },
    ScanIndexForward: !isBack,
    ConsistentRead: true,
    Limit: 2 * softBounceCap,
  };
  const found: Evidence[] = [];
  for await (const rows of queryPages(client, query)) {
    found.push(...softBouncesIn(rows, bounce.scope));
    // The bounces of the day itself may lie on the other side of the given one.
    const elsewhere = found.filter(({ occurredAt }) => dayOf(occurredAt) !== dayOf(bounce.occurredAt));
    if (new Set(elsewhere.map(messageOf)).size > softBounceCap) break;
  }
  return found;
}

/** Soft bounces that an earlier version stored, one row each. Nothing adds to them any more. */
async function earlierVersions(
  { client, table }: Table,
  { address, scope, occurredAt }: Evidence,
  { softBounceWindowDays }: SuppressionSettings,
): Promise<Evidence[]> {
  const query = {
    TableName: table,
    KeyConditionExpression: 'address = :address AND sortKey BETWEEN :from AND :until',
    ExpressionAttributeValues: {
      ':address': address,
      ':from': `${legacyScope(scope)}#${dayAfter(occurredAt, -softBounceWindowDays)}`,
      ':until': `${legacyScope(scope)}#${dayAfter(occurredAt, softBounceWindowDays + 1)}`,
    },
    ConsistentRead: true,
  };
  const found: Evidence[] = [];
  for await (const rows of queryPages(client, query)) found.push(...softBouncesIn(rows, scope));
  return found;
}

function softBouncesIn(rows: readonly RowFields[], scope: string): Evidence[] {
  return rows
    .flatMap((row): StoredEntry[] => readEntries(row))
    .filter((entry) => entry.type === 'evidence' && entry.cause === 'soft_bounce')
    .filter((entry) => entry.scope === scope) as Evidence[];
}

function dayAfter(moment: Moment, days: number): string {
  const millis = Date.parse(`${dayOf(moment)}T00:00:00.000Z`) + days * dayMillis;
  return new Date(Math.min(Math.max(millis, 0), Date.UTC(9999, 11, 31))).toISOString().slice(0, 10);
}
