import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultSettings, foldHeads, foldSuppression } from '../../core/fold-suppression.ts';
import { headOf, headsOf, includesHead, joinHeads, mergeHeads } from '../../core/head.ts';
import { toAddress, toEventId, toMessageId } from '../../core/ids.ts';
import { momentFromMillis } from '../../core/moment.ts';
import { condensedDay, lastRun } from '../../core/soft-bounces.ts';
import { causes, type Evidence, type SuppressionEntry } from '../../core/suppression.ts';

const hour = 3_600_000;
const settings = { ...defaultSettings, softBounceCap: 3, softBounceWindowDays: 2 };

/** Few times, scopes, providers and ids, so that equal ones are frequent. */
const anyEntry: fc.Arbitrary<SuppressionEntry> = fc
  .record({
    what: fc.constantFrom(...causes, 'soft_bounce' as const, 'release' as const, 'resubscribe' as const),
    hours: fc.integer({ min: 0, max: 20 }).map((steps) => steps * 9),
    scope: fc.constantFrom('*', '10'),
    provider: fc.constantFrom('ses', 'resend'),
    number: fc.nat({ max: 4 }),
  })
  .map(({ what, hours, scope, provider, number }) => {
    const facts = {
      address: toAddress('ana@example.com'),
      scope,
      provider,
      occurredAt: momentFromMillis(Date.UTC(2026, 0, 1) + hours * hour),
      id: toEventId(`${what}-${number}`),
      messageId: toMessageId(`m${number}`),
    };
    if (what === 'release') return { ...facts, type: 'release', by: 'kim' };
    return what === 'resubscribe'
      ? { ...facts, type: 'release' }
      : { ...facts, type: 'evidence', cause: what };
  });

describe('the heads of a history', () => {
  it('are the same for every order, repetition and grouping of its entries', () => {
    const grouped = fc
      .array(anyEntry, { maxLength: 20 })
      .chain((entries) =>
        fc.tuple(
          fc.constant(entries),
          fc.shuffledSubarray([...entries, ...entries], { minLength: entries.length }),
          fc.nat({ max: 20 }),
        ),
      );
    fc.assert(
      fc.property(grouped, ([entries, some, cut]) => {
        const all = [...some, ...entries];
        const halves = [all.slice(0, cut), all.slice(cut)].map((half) => half.map(headOf));
        const sorted = (heads: ReturnType<typeof mergeHeads>) =>
          heads.map((head) => JSON.stringify(head)).sort();
        expect(sorted(mergeHeads([...halves].reverse().flatMap(mergeHeads)))).toEqual(
          sorted(mergeHeads(entries.map(headOf))),
        );
      }),
    );
  });

  it('say of an address what its whole history says', () => {
    fc.assert(
      fc.property(fc.array(anyEntry, { maxLength: 25 }), (entries) => {
        expect(foldHeads(headsOf(entries, settings).reverse(), settings)).toEqual(
          foldSuppression(entries, settings).active,
        );
      }),
    );
  });

  it('include each entry, and nothing later or earlier', () => {
    fc.assert(
      fc.property(anyEntry, anyEntry, (one, other) => {
        const same = { ...other, type: one.type, scope: one.scope } as SuppressionEntry;
        const joined = joinHeads(headOf(one), headOf(same));
        expect(includesHead(joined, headOf(one)) && includesHead(joined, headOf(same))).toBe(true);
        if (one.occurredAt !== other.occurredAt)
          expect([includesHead(headOf(one), joined), includesHead(headOf(same), joined)]).toEqual([
            false,
            false,
          ]);
      }),
    );
  });

  it('end with a release of the same instant', () => {
    const bounce = fc.sample(
      anyEntry.filter((entry) => entry.type === 'evidence' && entry.cause === 'hard_bounce'),
      1,
    )[0] as Evidence;
    const release = { ...bounce, type: 'release', by: 'kim' } as unknown as SuppressionEntry;
    for (const entries of [
      [bounce, release],
      [release, bounce],
    ])
      expect(foldSuppression(entries, settings).active).toEqual([]);
  });
});

describe('soft bounces', () => {
  const bounce = (minutes: number, message: number): Evidence => ({
    type: 'evidence',
    cause: 'soft_bounce',
    address: toAddress('ana@example.com'),
    scope: '*',
    occurredAt: momentFromMillis(Date.UTC(2026, 0, 1) + minutes * 60_000),
    id: toEventId(`b-${minutes}-${message}`),
    messageId: toMessageId(`m${message}`),
  });
  const anyBounces = fc.array(
    fc.record({
      minutes: fc.nat({ max: 6 * 1440 }).map((at) => at - (at % 97)),
      message: fc.nat({ max: 7 }),
    }),
    { maxLength: 40 },
  );
  const byDay = (bounces: readonly Evidence[]) =>
    Map.groupBy(bounces, ({ occurredAt }) => occurredAt.slice(0, 10)).values();

  it('reach their cap at the same time when only some of each day are kept', () => {
    fc.assert(
      fc.property(anyBounces, (given) => {
        const bounces = given.map(({ minutes, message }) => bounce(minutes, message));
        const kept = [...byDay(bounces)].flatMap((day) => condensedDay(day, settings.softBounceCap));
        expect(lastRun(kept, settings)).toEqual(lastRun(bounces, settings));
      }),
      { numRuns: 1_000 },
    );
  });

  it('of a day are the same for every order, repetition and grouping', () => {
    fc.assert(
      fc.property(
        anyBounces.chain((given) =>
          fc.tuple(fc.constant(given), fc.shuffledSubarray(given, { minLength: given.length })),
        ),
        fc.nat({ max: 40 }),
        ([given, shuffled], cut) => {
          const day = (each: typeof given) => [
            ...new Map(
              each.map(({ minutes, message }) => [
                `${minutes % 1440} ${message}`,
                bounce(minutes % 1440, message),
              ]),
            ).values(),
          ];
          const [once, other] = [day(given), day(shuffled)];
          const early = condensedDay(other.slice(0, cut), 3);
          expect(condensedDay([...early, ...other.slice(cut)], 3)).toEqual(condensedDay(once, 3));
        },
      ),
    );
  });

  it('suppress as by counting every window', () => {
    fc.assert(
      fc.property(anyBounces, (given) => {
        const bounces = given.map(({ minutes, message }) => bounce(minutes, message));
        const complete = bounces.filter((first) => {
          const until = Date.parse(first.occurredAt) + settings.softBounceWindowDays * 24 * hour;
          const inWindow = bounces.filter(
            ({ occurredAt }) => occurredAt >= first.occurredAt && Date.parse(occurredAt) <= until,
          );
          return new Set(inWindow.map(({ messageId }) => messageId)).size >= settings.softBounceCap;
        });
        const starts = complete.map(({ occurredAt }) => occurredAt).sort();
        expect(lastRun(bounces, settings)?.lastStart).toBe(starts.at(-1));
      }),
    );
  });
});
