import { describe, expect, it } from 'vitest';
import type { ObjectStore } from '../../app/ports/lake.ts';
import { type LakeObject, listLake } from '../../lake/lake-objects.ts';
import { readParquet } from '../../lake/parquet.ts';
import { tell } from '../../lake/tell.ts';
import { type TidyOptions, tidy } from '../../lake/tidy.ts';
import { planMerges, tidyLimits } from '../../lake/tidy-plan.ts';
import { addTombstone } from '../../lake/tombstones.ts';
import { memoryObjects } from '../support/objects.ts';
import { aFact } from '../support/told.ts';
import { telling } from './support/a-lake.ts';

const hour = 3_600_000;
const start = Date.UTC(2026, 0, 2);

/** A lake with a clock that the test turns. */
function aWorld() {
  let now = start;
  const objects = memoryObjects(() => new Date(now));
  const run = (options: Partial<TidyOptions> = {}) =>
    tidy(objects, { now: new Date(now), isTimeUp: () => false, ...options });
  return {
    objects,
    tidy: run,
    pass: (millis: number) => {
      now += millis;
    },
    /** One batch with one event, of another message each time. */
    tell: (message: string, facts: object = {}) =>
      tell([aFact({ messageId: message, id: `id-${message}`, ...facts })], telling(), objects),
  };
}

const kinds = async (objects: ObjectStore) =>
  (await listLake(objects)).map(({ kind, rows }) => `${kind} ${rows}`);

async function messagesIn(objects: ObjectStore): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const { key } of await listLake(objects)) {
    const content = await objects.read(key);
    if (content) found.push(...(await readParquet(content)).columns.message_id);
  }
  return found.sort();
}

describe('a run of the tidier', () => {
  it('merges the new objects of a day into one, and deletes them one run later', async () => {
    const world = aWorld();
    for (let index = 0; index < 8; index += 1) await world.tell(`m${index}`);
    expect(await world.tidy()).toMatchObject({
      merged: 8,
      written: 1,
      rows: 8,
      removed: 0,
      isComplete: true,
    });
    expect(await kinds(world.objects)).toEqual([...Array(8).fill('new 1'), 'tidy 8']);
    world.pass(hour);
    expect(await world.tidy()).toMatchObject({ merged: 0, removed: 8 });
    expect(await kinds(world.objects)).toEqual(['tidy 8']);
    expect(await world.tidy()).toMatchObject({ merged: 0, written: 0, removed: 0 });
  });

  it('does not delete after less than an hour, because a question may still read the objects', async () => {
    const world = aWorld();
    for (let index = 0; index < 8; index += 1) await world.tell(`m${index}`);
    await world.tidy();
    world.pass(hour / 2);
    expect(await world.tidy()).toMatchObject({ removed: 0 });
    expect(await kinds(world.objects)).toHaveLength(9);
  });

  it('keeps an object that replaces itself: all new events were repeats', async () => {
    const world = aWorld();
    for (let index = 0; index < 8; index += 1) await world.tell(`m${index}`);
    await world.tidy();
    world.pass(hour);
    await world.tidy();
    for (let index = 0; index < 8; index += 1) await world.tell(`m${index}`);
    await world.tidy();
    world.pass(hour);
    await world.tidy();
    expect(await kinds(world.objects)).toEqual(['tidy 8']);
  });

  it('deletes nothing when what replaced it is gone, and merges again', async () => {
    const world = aWorld();
    for (let index = 0; index < 8; index += 1) await world.tell(`m${index}`);
    await world.tidy();
    const tidyObject = (await listLake(world.objects)).find(({ kind }) => kind === 'tidy');
    await world.objects.remove([tidyObject?.key ?? '']);
    world.pass(hour);
    expect(await world.tidy()).toMatchObject({ removed: 0, merged: 8 });
    expect(await messagesIn(world.objects)).toHaveLength(16);
  });

  it('deletes days before the retention by their own time, also those that arrived today', async () => {
    const world = aWorld();
    await world.tell('old', { occurredAt: '2025-11-01T00:00:00.000Z' });
    await world.tell('young', { occurredAt: '2025-12-31T00:00:00.000Z' });
    expect(await world.tidy({ retentionDays: 31 })).toMatchObject({ expired: 1 });
    expect(await messagesIn(world.objects)).toEqual(['young']);
  });

  it('goes on without an object that cannot be read, leaves it there, and names it', async () => {
    const world = aWorld();
    for (let index = 0; index < 8; index += 1) await world.tell(`m${index}`);
    const damaged = `events/day=2026-01-01/new-1-${'0'.repeat(32)}.parquet`;
    await world.objects.write(damaged, new TextEncoder().encode('PAR1 is not enough'));
    expect(await world.tidy()).toMatchObject({ merged: 8, unreadable: [damaged] });
    world.pass(hour);
    await world.tidy();
    expect((await listLake(world.objects)).map(({ key }) => key)).toContain(damaged);
  });

  it('stops when its time is up, and the next one goes on', async () => {
    const world = aWorld();
    for (let index = 0; index < 8; index += 1) await world.tell(`m${index}`);
    expect(await world.tidy({ isTimeUp: () => true })).toMatchObject({ merged: 0, isComplete: false });
    expect(await world.tidy()).toMatchObject({ merged: 8, isComplete: true });
  });

  it('removes what leads to a forgotten person, from tidy and new objects, and keeps all rows', async () => {
    const world = aWorld();
    const { hashes } = telling();
    for (let index = 0; index < 9; index += 1) await world.tell(`m${index}`);
    await world.tidy();
    world.pass(hour / 60);
    await world.tell('late');
    await world.tell('other', { recipient: 'ben@example.com' });
    await addTombstone(world.objects, { person: hashes.person('ana@example.com'), at: start });
    expect(await world.tidy()).toMatchObject({ forgottenRows: 9 });
    world.pass(hour);
    await world.tidy();
    expect(await messagesIn(world.objects)).toEqual([...Array(10).fill(null), 'other']);
    expect(world.objects.keys().filter((key) => key.startsWith('forgotten/'))).toEqual([
      expect.stringMatching(/^forgotten\/settled\//),
    ]);
  });

  it('removes within two hours what tells of a person again who was forgotten long ago, from a single object too', async () => {
    const world = aWorld();
    await world.tell('m0');
    await addTombstone(world.objects, { person: telling().hashes.person('ana@example.com'), at: start });
    for (let run = 0; run < 3; run += 1) {
      world.pass(hour);
      await world.tidy();
    }
    expect(world.objects.keys().filter((key) => key.startsWith('forgotten/pending/'))).toEqual([]);

    await world.tell('m0');
    await world.tell('other', { recipient: 'ben@example.com' });
    world.pass(hour);
    expect(await world.tidy()).toMatchObject({ forgottenRows: 1, merged: 0 });
    world.pass(hour);
    await world.tidy();
    expect(new Set(await messagesIn(world.objects))).toEqual(new Set([null, 'other']));
  });

  it('keeps what happened after a person was forgotten: that is another time', async () => {
    const world = aWorld();
    const person = telling().hashes.person('ana@example.com');
    await addTombstone(world.objects, { person, at: start });
    const later = '2026-01-05T00:00:00.000Z';
    await world.tell('new', { occurredAt: later, receivedAt: later });
    // It happened before, and is reported again.
    await world.tell('again', { receivedAt: later });
    // It is dated in the future, and was reported before.
    await world.tell('early', { occurredAt: later });
    await world.tidy();
    world.pass(hour);
    await world.tidy();
    expect(await messagesIn(world.objects)).toEqual(['new', null, null]);
  });
});

describe('a plan', () => {
  const now = new Date(start);
  const object = (name: string, facts: Partial<LakeObject>): LakeObject => ({
    key: name,
    day: '2026-01-01' as never,
    kind: 'new',
    rows: 10,
    bytes: 1_000,
    modifiedAt: now,
    ...facts,
  });
  const many = (count: number, facts: Partial<LakeObject> = {}) =>
    Array.from({ length: count }, (_, index) => object(`n${index}`, facts));
  const keysOf = (objects: readonly LakeObject[], options = {}) =>
    planMerges(objects, { now, ...options }).map(({ inputs }) => inputs.map(({ key }) => key).join(' '));

  it('waits until a day has several new objects, or one that is a day old', () => {
    expect(keysOf(many(7))).toEqual([]);
    expect(keysOf(many(8))).toHaveLength(1);
    expect(keysOf(many(1, { modifiedAt: new Date(start - 25 * hour) }))).toEqual(['n0']);
    expect(keysOf(many(1), { isUrgent: true })).toEqual(['n0']);
  });

  it('does not rewrite a large object for a few rows', () => {
    const large = object('large', { kind: 'tidy', rows: 1_000 });
    const small = object('small', { kind: 'tidy', rows: 100 });
    expect(keysOf([large, small, ...many(8)])).toEqual(['n0 n1 n2 n3 n4 n5 n6 n7 small']);
    expect(keysOf([large, small, ...many(20)])).toEqual([expect.stringContaining('small large')]);
  });

  it('never merges more rows than fit into memory, except for one object that is larger', () => {
    const rows = tidyLimits.mergedRows / 4;
    expect(keysOf(many(8, { rows }))).toEqual(['n0 n1 n2 n3', 'n4 n5 n6 n7']);
    expect(keysOf(many(8, { rows: rows * 9 }))).toHaveLength(8);
    const full = object('full', { kind: 'tidy', rows: tidyLimits.mergedRows });
    expect(keysOf([full, ...many(8, { rows })])).toEqual(['n0 n1 n2 n3', 'n4 n5 n6 n7']);
  });

  it('merges the objects of one day only with each other', () => {
    const other = many(8, { day: '2026-01-02' as never }).map((each) => ({ ...each, key: `o${each.key}` }));
    expect(planMerges([...many(8), ...other], { now }).map(({ day }) => day)).toEqual([
      '2026-01-01',
      '2026-01-02',
    ]);
  });
});
