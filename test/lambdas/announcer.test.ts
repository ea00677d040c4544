import { describe, expect, it } from 'vitest';
import type { StoredFacts } from '../../app/ports/lake.ts';
import { announce, type Listener } from '../../lambdas/announcer/announce.ts';

/** A listener that refuses each event as often as it says. */
function aListener(name: string, refusals: Record<string, number> = {}, types?: string[]) {
  const told: string[] = [];
  const left = { ...refusals };
  const listener: Listener<string> = {
    name,
    wants: (event) => types?.includes(event) ?? true,
    async tell(events) {
      const refused = events.filter((event) => (left[event] ?? 0) > 0);
      for (const event of refused) left[event] = (left[event] ?? 0) - 1;
      told.push(...events.filter((event) => !refused.includes(event)));
      return refused;
    },
  };
  return { listener, told };
}

const record = (event: string) => ({
  eventID: `r-${event}`,
  eventName: 'INSERT',
  dynamodb: { SequenceNumber: `s-${event}`, NewImage: { sortKey: { S: `E#${event}` } } },
});

async function announced(events: string[], ...listeners: Listener<string>[]) {
  const errors: unknown[] = [];
  const firstUntold = await announce(events.map(record), {
    listeners,
    factsIn: (image) => {
      const id = image['sortKey']?.S?.slice(2);
      if (id === 'broken') throw new Error('cannot be read');
      return { id } as unknown as StoredFacts;
    },
    announcementOf: ({ id }) => String(id),
    pause: async () => {},
    log: { warn: () => {}, error: (_, fields) => errors.push(fields) },
  });
  return { firstUntold, errors };
}

describe('new events', () => {
  it('are told to everybody who wants their type', async () => {
    const [all, some] = [aListener('all'), aListener('some', {}, ['b'])];
    expect(await announced(['a', 'b'], all.listener, some.listener)).toEqual({
      firstUntold: undefined,
      errors: [],
    });
    expect([all.told, some.told]).toEqual([['a', 'b'], ['b']]);
  });

  it('that a listener does not accept at first are told again, and only those', async () => {
    const { listener, told } = aListener('bus', { b: 2 });
    expect((await announced(['a', 'b', 'c'], listener)).firstUntold).toBeUndefined();
    expect(told).toEqual(['a', 'c', 'b']);
  });

  it('that a listener still does not accept come again from the first of them on', async () => {
    const [bus, shop] = [aListener('bus', { c: 9 }), aListener('shop', { b: 9 })];
    expect((await announced(['a', 'b', 'c'], bus.listener, shop.listener)).firstUntold).toBe('s-b');
    // One that refuses keeps nothing from the others.
    expect([bus.told, shop.told]).toEqual([
      ['a', 'b'],
      ['a', 'c'],
    ]);
  });

  it('whose row cannot be read are left out, with a word in the log', async () => {
    const { listener, told } = aListener('bus');
    const { firstUntold, errors } = await announced(['a', 'broken', 'b'], listener);
    expect([firstUntold, told]).toEqual([undefined, ['a', 'b']]);
    expect(errors).toMatchObject([{ streamEventId: 'r-broken' }]);
  });
});
