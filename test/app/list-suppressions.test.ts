import { describe, expect, it } from 'vitest';
import { listFullPage, listSuppressions } from '../../app/list-suppressions.ts';
import type { Cursors, ListedEvidence, StoredHead, SuppressionLog } from '../../app/ports/store.ts';
import type { TimeLimit } from '../../app/ports/time-limit.ts';
import { headOf } from '../../core/head.ts';
import { type Address, toAddress, toEventId } from '../../core/ids.ts';
import { momentFromMillis } from '../../core/moment.ts';
import { defaultSettings } from '../../core/suppression-settings.ts';

const count = 5_000;
/** Two of very many complaints are in force; all others were released. */
const inForce = [2_500, 4_900];

function headsOf(index: number): StoredHead[] {
  const facts = {
    address: toAddress(`person-${index}@example.com`),
    scope: '*',
    id: toEventId(`event-${index}`),
    occurredAt: momentFromMillis(Date.UTC(2026, 0, 1) - index),
  };
  const complaint = {
    ...headOf({ ...facts, type: 'evidence', cause: 'complaint' }),
    place: `place-${index}`,
  };
  const release = headOf({ ...facts, type: 'release', by: 'kim', because: 'asked' });
  return inForce.includes(index) ? [complaint] : [complaint, release];
}

const indexOf = (address: Address) => Number(/\d+/.exec(address)?.[0]);
const ports = {
  settings: defaultSettings,
  headsOf: async (address: Address) => ({ heads: headsOf(indexOf(address)), isWhole: true }),
  async *newestEvidence(
    _: unknown,
    { from }: { from?: { before?: string } },
  ): AsyncGenerator<ListedEvidence> {
    for (let index = Number(from?.before ?? -1) + 1; index < count; index += 1) {
      const address = toAddress(`person-${index}@example.com`);
      yield { address, place: `place-${index}`, position: { before: String(index) } };
    }
  },
  hasTime: () => true,
  seal: async (_: string, position: object) => JSON.stringify(position),
  open: async (_: string, cursor: string) => JSON.parse(cursor),
} as unknown as SuppressionLog & Cursors & TimeLimit;

describe('a list in which very many addresses were released', () => {
  it('has pages that are empty, and a cursor that leads on', async () => {
    const page = await listSuppressions({ reason: 'complaint' }, ports);
    expect(page).toMatchObject({ ok: true, value: { suppressions: [], cursor: expect.any(String) } });
  });

  it('has pages that end when time is up, each with a cursor that leads on', async () => {
    const found: string[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const page = await listSuppressions(
        { reason: 'complaint', cursor },
        { ...ports, hasTime: () => false },
      );
      if (!page.ok) throw new Error(page.refusal.detail);
      found.push(...page.value.suppressions.map(({ address }) => address));
      cursor = page.value.cursor;
      pages += 1;
    } while (cursor !== undefined);
    expect(found).toEqual(inForce.map((index) => `person-${index}@example.com`));
    expect(pages).toBe(count);
  });

  it.each([
    [1, inForce.slice(0, 1), true],
    [2, inForce, false],
    [20, inForce, false],
  ])('is read on until %s addresses are found or it ends', async (limit, expected, goesOn) => {
    const page = await listFullPage({ reason: 'complaint', limit }, ports);
    if (!page.ok) throw new Error(page.refusal.detail);
    const { suppressions, cursor } = page.value;
    expect(suppressions.map(({ address }) => indexOf(address as Address))).toEqual(expected);
    expect(cursor !== undefined).toBe(goesOn);
  });
});
