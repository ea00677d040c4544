import type { Lake } from '../../../app/ports/analytics.ts';
import type { ObjectStore, StoredFacts } from '../../../app/ports/lake.ts';
import { type Day, dayOf } from '../../../core/day.ts';
import { withoutForgotten } from '../../../lake/forget-rows.ts';
import { type LakeObject, listLake, objectKey } from '../../../lake/lake-objects.ts';
import { mergeTables } from '../../../lake/merge-tables.ts';
import { readParquet, writeParquet } from '../../../lake/parquet.ts';
import { countSendsSql } from '../../../lake/sql/count-sends.ts';
import { tell } from '../../../lake/tell.ts';
import { tidy } from '../../../lake/tidy.ts';
import { toldRow } from '../../../lake/told-row.ts';
import { type ToldTable, tableOf } from '../../../lake/told-table.ts';
import { forgottenBy, listTombstones } from '../../../lake/tombstones.ts';
import { rowsOf } from './answers.ts';
import { context } from './telling.ts';

export type Period = { readonly from: Day; readonly to: Day };

/** How a lake is filled, tidied and asked. */
export type Design = {
  tell(facts: readonly StoredFacts[], objects: ObjectStore): Promise<unknown>;
  /** Whether the stream is told that records are done before they are written. */
  readonly acknowledgesFirst?: true;
  tidy(objects: ObjectStore, now: Date): Promise<unknown>;
  sendsSql(period: Period): string;
  eventsByType(lake: Lake): Promise<Record<string, number>>;
};

/** The design of the product. */
export const control = (): Design => ({
  tell: (facts, objects) => tell(facts, context, objects),
  tidy: (objects, now) => tidy(objects, { now, isTimeUp: () => false }),
  sendsSql: (period) =>
    countSendsSql({
      ...period,
      basis: 'sending-day',
      by: { dimension: 'stream', most: 50, rankedFrom: period.from },
    }),
  eventsByType: (lake) => typesIn(lake, 'select type, count(*) from events group by type'),
});

async function typesIn(lake: Lake, sql: string): Promise<Record<string, number>> {
  return Object.fromEntries((await rowsOf(lake, sql)).map(([type, count]) => [type, Number(count)]));
}

/** Designs that look right. Each loses or repeats events when things go wrong, and has to be caught. */
export const wrongDesigns: Readonly<Record<string, () => Design>> = {
  'an object is named by its first event': () => ({
    ...control(),
    tell: (facts, objects) =>
      tellInto(facts, objects, (day, [first]) => `events/day=${day}/${nameOf(first?.id)}`),
  }),

  'an object is named by its day and its number of events': () => ({
    ...control(),
    tell: (facts, objects) =>
      tellInto(facts, objects, (day, { length }) => `events/day=${day}/${nameOf(`${day} ${length}`)}`),
  }),

  'an event is filed under the day on which it was received': () => ({
    ...control(),
    async tell(facts, objects) {
      const byDay = Map.groupBy(facts, ({ receivedAt }) => receivedAt.slice(0, 10) as Day);
      for (const [day, events] of byDay) {
        const content = writeParquet(tableFor(events));
        await objects.write(objectKey(day, 'new', events.length, content), content);
      }
    },
  }),

  'records are acknowledged before they are written': () => ({ ...control(), acknowledgesFirst: true }),

  'every copy of an event is counted': () => ({
    ...control(),
    eventsByType: (lake) => typesIn(lake, 'select type, count(*) from told group by type'),
  }),

  'counters are raised for every record': () => {
    const counters: Record<string, number> = {};
    const { tell: write, ...rest } = control();
    return {
      ...rest,
      async tell(facts, objects) {
        for (const { type } of facts) counters[type] = (counters[type] ?? 0) + 1;
        await write(facts, objects);
      },
      eventsByType: async () => counters,
    };
  },

  'a question reads only the days that it is about': () => ({
    ...control(),
    sendsSql: (period) =>
      control()
        .sendsSql(period)
        .replace(
          /where day between '[^']+' and '[^']+'/,
          `where day between '${period.from}' and '${period.to}'`,
        ),
  }),

  'an event is identified by its send and its time': () => ({
    ...control(),
    tidy: (objects) => tidyDays(objects, { merge: withoutEventId }),
  }),

  'the tidier deletes before it writes': () => ({
    ...control(),
    tidy: (objects) => tidyDays(objects, { deletes: 'first' }),
  }),

  'the tidier deletes at once': () => ({ ...control(), tidy: (objects) => tidyDays(objects, {}) }),

  'the tidier deletes all that is there, and not only what it read': () => ({
    ...control(),
    tidy: (objects) => tidyDays(objects, { deletes: 'everything' }),
  }),

  'the tidier deletes what it has just written': () => ({
    ...control(),
    tidy: (objects) => tidyDays(objects, { deletes: 'itself' }),
  }),

  'the tidier forgets only what was there when somebody was forgotten': () => ({
    ...control(),
    async tidy(objects, now) {
      const isPending = (await listTombstones(objects)).pending.length > 0;
      // As soon as a tombstone is settled, it is thrown away.
      await tidy(objects, { now, isTimeUp: () => false });
      if (isPending)
        for await (const { key } of objects.list('forgotten/settled/')) await objects.remove([key]);
    },
  }),
};

function tableFor(facts: readonly StoredFacts[]): ToldTable {
  return tableOf(facts.map((each) => toldRow(each, context)));
}

async function tellInto(
  facts: readonly StoredFacts[],
  objects: ObjectStore,
  keyOf: (day: Day, events: readonly StoredFacts[]) => string,
): Promise<void> {
  const byDay = Map.groupBy(facts, ({ occurredAt }) => dayOf(occurredAt));
  for (const [day, events] of byDay) await objects.write(keyOf(day, events), writeParquet(tableFor(events)));
}

/** A name as the lake's own, but made of something else than the content. */
function nameOf(text = ''): string {
  return `new-1-${Buffer.from(text.padEnd(16, 'x')).toString('hex').slice(-32)}.parquet`;
}

function withoutEventId(table: ToldTable): ToldTable {
  const { rowCount, columns } = table;
  const same = new BigInt64Array(rowCount);
  return mergeTables([{ rowCount, columns: { ...columns, event: same } }]);
}

type WrongTidier = {
  readonly deletes?: 'first' | 'everything' | 'itself';
  readonly merge?: (table: ToldTable) => ToldTable;
};

/** Merges every day into one object, and deletes in the same run. */
async function tidyDays(
  objects: ObjectStore,
  { deletes, merge = (table) => table }: WrongTidier,
): Promise<void> {
  const forgotten = forgottenBy((await listTombstones(objects)).pending);
  const byDay = Map.groupBy(await listLake(objects), ({ day }) => day);
  for (const [day, found] of byDay) {
    const tables: ToldTable[] = [];
    for (const { key } of found) {
      const content = await objects.read(key);
      if (content) tables.push(withoutForgotten(await readParquet(content), forgotten));
    }
    const merged = merge(mergeTables(tables));
    const content = writeParquet(merged);
    const written = objectKey(day, 'tidy', merged.rowCount, content);
    const read = found.map(({ key }) => key);
    if (deletes === 'first') await objects.remove(read);
    await objects.write(written, content);
    const there = deletes === 'everything' ? keysOf(await listLake(objects), day) : read;
    await objects.remove(deletes === 'itself' ? there : there.filter((key) => key !== written));
  }
}

function keysOf(objects: readonly LakeObject[], day: Day): string[] {
  return objects.filter((object) => object.day === day).map(({ key }) => key);
}
