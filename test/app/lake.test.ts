import { describe, expect, it } from 'vitest';
import { repairLake } from '../../app/lake-repair.ts';
import { lakeStatus } from '../../app/lake-status.ts';
import type { LakeInventory, StoredFacts } from '../../app/ports/lake.ts';
import type { Day } from '../../core/day.ts';
import { aFact } from '../support/told.ts';

const inventory: LakeInventory = {
  newObjects: 0,
  tidyObjects: 3,
  rows: 10,
  bytes: 1_000,
  unseenDays: [],
  replacedObjects: 0,
  peopleBeingForgotten: 0,
  lastTidied: { at: '2026-01-01T11:00:00.000Z', isComplete: true, unreadable: 0 },
};

const statusOf = async (facts: Partial<LakeInventory> = {}, failed = 0) =>
  lakeStatus({
    lake: { inventory: async () => ({ ...inventory, ...facts }) },
    failedBatches: async () => failed,
    now: () => new Date('2026-01-01T12:00:00Z'),
  });

describe('the status of a lake', () => {
  it('is without problems when all is well', async () => {
    expect(await statusOf()).toEqual({ ...inventory, failedBatches: 0, problems: [] });
  });

  it.each([
    ['events that the historian gave up on', {}, 2, 'events-missing'],
    [
      'a tidier that has not run for hours',
      { lastTidied: { at: '2026-01-01T08:59:00.000Z', isComplete: true, unreadable: 0 } },
      0,
      'tidier-late',
    ],
    [
      'a tidier that has never run',
      { lastTidied: undefined, oldestNewObjectAt: new Date('2026-01-01T08:00:00Z') },
      0,
      'tidier-late',
    ],
    [
      'files that are damaged',
      { lastTidied: { at: '2026-01-01T11:59:00.000Z', isComplete: true, unreadable: 1 } },
      0,
      'objects-damaged',
    ],
    ['days that no question reaches', { unseenDays: ['2009-01-01' as Day] }, 0, 'days-unseen'],
  ])('names %s', async (_, facts, failed, problem) => {
    expect((await statusOf(facts, failed)).problems).toEqual([problem]);
  });

  it('of a new lake is well before the first run of the tidier', async () => {
    const begun = { lastTidied: undefined, oldestNewObjectAt: new Date('2026-01-01T11:30:00Z') };
    expect((await statusOf(begun)).problems).toEqual([]);
    expect((await statusOf({ lastTidied: undefined })).problems).toEqual([]);
  });
});

describe('the repair of a lake', () => {
  const archiveOf = (events: readonly StoredFacts[], unreadable = 0) => ({
    async *events(since: string | undefined, on: { read(rows: number): void; unreadable(): void }) {
      for (const event of events) if (since === undefined || event.storedAt >= since) yield event;
      for (let count = 0; count < unreadable; count += 1) on.unreadable();
      on.read(events.length + unreadable);
    },
  });

  it('tells the events of each day together, however the table mixes them', async () => {
    const events = Array.from({ length: 120_000 }, (_, index) =>
      aFact({ id: `e${index}`, occurredAt: `2026-01-0${1 + (index % 3)}T00:00:00.000Z` }),
    );
    const batches: (readonly StoredFacts[])[] = [];
    const lake = {
      tell: async (batch: readonly StoredFacts[]) => {
        batches.push(batch);
        return { events: batch.length, objects: 1 };
      },
    };
    let read = 0;
    const answered = await repairLake({}, { lake, archive: archiveOf(events, 2) }, (rows) => {
      read += rows;
    });
    expect(answered).toEqual({
      ok: true,
      value: { events: 120_000, objects: batches.length, unreadable: 2 },
    });
    expect(read).toBe(120_002);
    expect(batches.length).toBeLessThan(12);
    for (const batch of batches)
      expect(new Set(batch.map(({ occurredAt }) => occurredAt.slice(0, 10))).size).toBe(1);
    expect(new Set(batches.flat().map(({ id }) => id)).size).toBe(120_000);
  });

  it('leaves out what was stored before the time it is given', async () => {
    const told: StoredFacts[] = [];
    const lake = {
      tell: async (batch: readonly StoredFacts[]) => {
        told.push(...batch);
        return { events: batch.length, objects: 1 };
      },
    };
    const events = [
      aFact({ id: 'old', storedAt: '2026-01-01T00:00:00.000Z' }),
      aFact({ id: 'new', storedAt: '2026-01-03T00:00:00.000Z' }),
    ];
    await repairLake({ since: '2026-01-02' }, { lake, archive: archiveOf(events) });
    expect(told.map(({ id }) => id)).toEqual(['new']);
  });
});
