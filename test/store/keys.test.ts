import { describe, expect, it } from 'vitest';
import { toAddress, toEventId, toMessageId } from '../../core/ids.ts';
import { momentFromMillis } from '../../core/moment.ts';
import type { Evidence, SuppressionEntry } from '../../core/suppression.ts';
import { forgottenRow } from '../../store/forgotten.ts';
import {
  endOfPrefixes,
  eventRowKey,
  headRowKey,
  legacyRowKey,
  logRowKey,
  readEventSortKey,
  secondEventRowKey,
  softRowKey,
  statusRowKey,
} from '../../store/keys.ts';
import { anEvent } from '../support/events.ts';

const evidence: SuppressionEntry = {
  type: 'evidence',
  cause: 'unsubscribe',
  address: toAddress('a@example.com'),
  scope: 'news',
  occurredAt: momentFromMillis(Date.UTC(2026, 0, 1)),
  id: toEventId('e1'),
};
const keyOf = (changes: Partial<SuppressionEntry>) =>
  logRowKey({ ...evidence, ...changes } as SuppressionEntry).sortKey;
const otherDay = momentFromMillis(Date.UTC(2026, 0, 2));

describe('the key of an entry in the history of an address', () => {
  it('is another one for another scope, day, provider and kind', () => {
    const keys = [
      keyOf({}),
      keyOf({ scope: 'offers' }),
      keyOf({ scope: '*' }),
      keyOf({ occurredAt: otherDay }),
      keyOf({ provider: 'ses' }),
      keyOf({ type: 'release' }),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('is the same for reports of one day, and another one for everything that a person does', () => {
    const later = { occurredAt: momentFromMillis(Date.UTC(2026, 0, 1, 12)), id: toEventId('e2') };
    expect(keyOf(later)).toBe(keyOf({}));
    const byHand = { cause: 'manual' } as const;
    expect(keyOf({ ...byHand, ...later })).not.toBe(keyOf(byHand));
    const release = { type: 'release', by: 'kim' } as const;
    expect(keyOf({ ...release, id: toEventId('e2') })).not.toBe(keyOf(release));
  });

  it('cannot be made by a scope that looks like the rest of a key', () => {
    expect(keyOf({ scope: 'news#2026' }).split('#')).toHaveLength(keyOf({}).split('#').length);
  });

  it('is never one that an earlier version wrote, whatever the scope', () => {
    for (const scope of ['', '*', ' ', '!', '#', '~', ' all#', 'news', 'é', '\ud800']) {
      const entry = { ...evidence, scope };
      expect(legacyRowKey(entry).sortKey > endOfPrefixes).toBe(true);
      for (const key of [logRowKey(entry), headRowKey(entry), softRowKey(entry as Evidence)])
        expect(key.sortKey < endOfPrefixes).toBe(true);
    }
  });
});

describe('the key of a head', () => {
  const headKey = (changes: Partial<SuppressionEntry>) =>
    headRowKey({ ...evidence, ...changes } as SuppressionEntry).sortKey;

  it('is the same whatever the time and id, and another one for another scope or cause', () => {
    expect(headKey({ occurredAt: otherDay, id: toEventId('e2') })).toBe(headKey({}));
    const keys = [
      headKey({}),
      headKey({ scope: 'offers' }),
      headKey({ cause: 'manual' }),
      headKey({ type: 'release' }),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('keeps unsubscribes of providers apart, and no other cause', () => {
    expect(headKey({ provider: 'ses' })).not.toBe(headKey({ provider: 'resend' }));
    const bounce = { cause: 'hard_bounce' } as const;
    expect(headKey({ ...bounce, provider: 'ses' })).toBe(headKey({ ...bounce, provider: 'resend' }));
  });

  it('keeps long scopes apart, and fits into a key', () => {
    const [one, other] = ['a', 'b'].map((end) => headKey({ scope: `${'ü'.repeat(5_000)}${end}` }));
    expect(one).not.toBe(other);
    expect(Buffer.byteLength(String(one))).toBeLessThan(1_024);
  });
});

describe('the key of a row of a message', () => {
  it('is another one for another event or recipient', () => {
    const messageId = toMessageId('m1');
    const [one, other] = [anEvent({ id: 'e1' }), anEvent({ id: 'e2' })];
    expect(eventRowKey(one)).not.toEqual(eventRowKey(other));
    expect(readEventSortKey(eventRowKey(one).sortKey)).toEqual({ id: one.id, occurredAt: one.occurredAt });
    const second = secondEventRowKey(one);
    expect(second).not.toEqual(eventRowKey(one));
    expect(second).not.toEqual(secondEventRowKey({ ...one, provider: 'ses' }));
    expect(readEventSortKey(second.sortKey)).toEqual({ id: one.id, occurredAt: one.occurredAt });
    const [ana, bob] = [toAddress('ana@example.com'), toAddress('bob@example.com')];
    expect(statusRowKey({ messageId, recipient: ana })).not.toEqual(
      statusRowKey({ messageId, recipient: bob }),
    );
  });
});

describe('what is kept of a forgotten address', () => {
  it('has a row for each scope, however long and alike the scopes are', () => {
    const long = 'あ'.repeat(60);
    const kept = [`${long}1`, `${long}2`].map((scope) =>
      forgottenRow(
        {
          type: 'evidence',
          cause: 'unsubscribe',
          scope,
          occurredAt: momentFromMillis(0),
          since: momentFromMillis(0),
          provider: 'sendgrid',
        },
        {
          ownKey: 'key',
          address: toAddress('ana@example.com'),
          by: 'kim',
          because: 'asked',
          now: new Date(0),
        },
      ),
    );
    expect(kept[0]?.['sortKey']).not.toBe(kept[1]?.['sortKey']);
  });
});
