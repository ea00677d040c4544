import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultSettings, foldHeads } from '../../core/fold-suppression.ts';
import { headsOf } from '../../core/head.ts';
import { toAddress, toEventId, toMessageId } from '../../core/ids.ts';
import { momentFromMillis } from '../../core/moment.ts';
import { remnantsOf } from '../../core/remnants.ts';
import { causes, type Evidence, type SuppressionEntry } from '../../core/suppression.ts';
import { forgottenRow } from '../../store/forgotten.ts';
import { readHead } from '../../store/suppression-row.ts';

const address = toAddress('ana@example.com');
const kept = { ownKey: 'key', address, by: 'kim', because: 'erasure', now: new Date('2026-02-01') };
const at = (hour: number) => momentFromMillis(Date.UTC(2026, 0, 1, hour));

const entry = fc
  .record({
    hour: fc.integer({ min: 0, max: 9 }),
    scope: fc.constantFrom('*', 'news'),
    provider: fc.constantFrom('sendgrid', 'postmark'),
    // Many soft bounces, so that some reach their cap.
    what: fc.constantFrom(
      ...causes,
      ...Array.from({ length: 7 }, () => 'soft_bounce' as const),
      'release',
      'resubscribe',
    ),
    message: fc.integer({ min: 0, max: 9 }),
  })
  .map(({ hour, scope, provider, what, message }): SuppressionEntry => {
    const facts = {
      address,
      scope: what === 'soft_bounce' ? '*' : scope,
      occurredAt: at(hour),
      id: toEventId(`${what}-${hour}-${provider}-${message}`),
      provider,
      messageId: toMessageId(`m${message}`),
    };
    if (what === 'release') return { ...facts, type: 'release', by: 'lee', because: 'asked' };
    if (what === 'resubscribe') return { ...facts, type: 'release' };
    return { ...facts, type: 'evidence', cause: what, diagnostic: 'ana is away' };
  });

const keptHeads = (entries: readonly SuppressionEntry[]) =>
  remnantsOf(headsOf(entries, defaultSettings), defaultSettings).map((remnant) =>
    readHead(forgottenRow(remnant, kept)),
  );
const namesOf = (heads: Parameters<typeof foldHeads>[0]) =>
  foldHeads(heads, defaultSettings).map(({ cause, scope, since }) => `${cause} ${scope} ${since}`);

describe('what is left of a forgotten address', () => {
  it('is in force exactly if the history was, since the same time', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 20 }), (entries) => {
        expect(namesOf(keptHeads(entries))).toEqual(namesOf(headsOf(entries, defaultSettings)));
      }),
    );
  });

  it('decides about a late report as the history would have decided', () => {
    const late = entry.filter((each) => each.type === 'release' || each.cause !== 'soft_bounce');
    const active = (heads: Parameters<typeof foldHeads>[0]) =>
      foldHeads(heads, defaultSettings).map(({ cause, scope }) => `${cause} ${scope}`);
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 20 }), late, (entries, report) => {
        // A person's release is never late: it has the time when it was made.
        fc.pre(report.type === 'evidence');
        expect(active([...keptHeads(entries), ...headsOf([report], defaultSettings)])).toEqual(
          active(headsOf([...entries, report], defaultSettings)),
        );
      }),
    );
  });

  it('keeps the cap of five soft bounces in force as a single row', () => {
    const bounces = [1, 2, 3, 4, 5].map(
      (hour): Evidence => ({
        type: 'evidence',
        cause: 'soft_bounce',
        address,
        scope: '*',
        occurredAt: at(hour),
        id: toEventId(`b${hour}`),
        messageId: toMessageId(`m${hour}`),
      }),
    );
    expect(keptHeads(bounces)).toHaveLength(1);
    expect(namesOf(keptHeads(bounces))).toEqual([`soft_bounce * ${at(5)}`]);
    expect(keptHeads(bounces.slice(1))).toEqual([]);
  });

  it('says nothing that identifies anyone', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 20 }), (entries) => {
        const remnants = remnantsOf(headsOf(entries, defaultSettings), defaultSettings);
        const rows = JSON.stringify(remnants.map((remnant) => forgottenRow(remnant, kept)));
        expect(rows).not.toMatch(/ana|lee|asked|"m\d|complaint-\d|release-\d/);
      }),
    );
  });
});
