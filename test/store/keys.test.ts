import { describe, expect, it } from 'vitest';
import { toAddress, toEventId, toMessageId } from '../../core/ids.ts';
import { momentFromMillis } from '../../core/moment.ts';
import type { SuppressionEntry } from '../../core/suppression.ts';
import { eventRowKey, readEventSortKey, statusRowKey, suppressionRowKey } from '../../store/keys.ts';
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
  suppressionRowKey({ ...evidence, ...changes } as SuppressionEntry).sortKey;

describe('the key of an entry in the history of an address', () => {
  it('is another one for another scope, time, id and kind', () => {
    const keys = [
      keyOf({}),
      keyOf({ scope: 'offers' }),
      keyOf({ scope: '*' }),
      keyOf({ occurredAt: momentFromMillis(Date.UTC(2026, 0, 2)) }),
      keyOf({ id: toEventId('e2') }),
      keyOf({ type: 'release' }),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('cannot be made by a scope that looks like the rest of a key', () => {
    expect(keyOf({ scope: 'news#2026' }).split('#')).toHaveLength(keyOf({}).split('#').length);
  });
});

describe('the key of a row of a message', () => {
  it('is another one for another event or recipient', () => {
    const messageId = toMessageId('m1');
    const [one, other] = [anEvent({ id: 'e1' }), anEvent({ id: 'e2' })];
    expect(eventRowKey(one)).not.toEqual(eventRowKey(other));
    expect(readEventSortKey(eventRowKey(one).sortKey)).toEqual({ id: one.id, occurredAt: one.occurredAt });
    const [ana, bob] = [toAddress('ana@example.com'), toAddress('bob@example.com')];
    expect(statusRowKey({ messageId, recipient: ana })).not.toEqual(
      statusRowKey({ messageId, recipient: bob }),
    );
  });
});
