import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareMessage } from '../../app/audit/compare-message.ts';
import { compareStatus } from '../../app/audit/compare-status.ts';
import { compareAddressRow, compareEntry, expectedEntry } from '../../app/audit/compare-suppression.ts';
import { auditSettings } from '../../app/audit/difference.ts';
import type { EmailEvent } from '../../core/email-event.ts';
import type { MessageStatus } from '../../core/fold-status.ts';
import { causes } from '../../core/suppression.ts';
import { putEventIfNew } from '../../store/event-row.ts';
import { putSuppressionIfNew } from '../../store/suppression-row.ts';
import { anEvent, anyEvents, foldAll } from '../support/events.ts';

const now = new Date('2026-01-10T00:00:00Z');
const settings = auditSettings(now, 30);
/** All events of these tests have expired then. */
const muchLater = auditSettings(new Date('2026-06-01T00:00:00Z'), 30);

describe('a status', () => {
  const compare = (status: MessageStatus | undefined, events: readonly EmailEvent[], at = settings) =>
    compareStatus('m1 a', status, events, at).map(({ expected, found }) => `${expected} / ${found}`);
  const bounce = anEvent({ type: 'hard_bounce', id: 'b', second: 1 });
  const delivery = anEvent({ type: 'delivered', id: 'd', second: 2 });
  const bounced = foldAll([bounce, delivery]) as MessageStatus;

  it('agrees with the events it was folded from, in whatever order', () => {
    fc.assert(
      fc.property(anyEvents(), (events) => {
        expect(compare(foldAll(events), events.toReversed())).toEqual([]);
      }),
    );
  });

  it('may say more than its events once those have expired', () => {
    expect(compare(bounced, [], muchLater)).toEqual([]);
    expect(compare(bounced, [delivery], muchLater)).toEqual([]);
    expect(compare(bounced, [])).toEqual([
      expect.stringMatching(/^an event that decided \/ hard_bounce at .* by event b$/),
    ]);
  });

  it('may never say less', () => {
    const delivered = foldAll([delivery]) as MessageStatus;
    expect(compare(delivered, [bounce, delivery], muchLater)).toEqual([
      expect.stringMatching(/^hard_bounce at .* by event b .*\/ delivered at/),
    ]);
    expect(compare(undefined, [bounce])).toEqual([expect.stringMatching(/no row$/)]);
    expect(compare(undefined, [anEvent({ type: 'unsubscribe' })])).toEqual([]);
    const { delivered: _, ...times } = bounced.times;
    expect(compare({ ...bounced, times }, [bounce, delivery])).toHaveLength(1);
  });

  it('must not contradict itself', () => {
    const wrong: Partial<MessageStatus>[] = [
      { type: 'delivered' },
      { type: 'sneezed' as MessageStatus['type'] },
      { occurredAt: delivery.occurredAt },
      { eventId: delivery.id },
      { precedence: 'x' },
      { times: { delivered: delivery.occurredAt } },
    ];
    for (const change of wrong)
      expect([change, compare({ ...bounced, ...change }, [bounce, delivery]).length]).toEqual([change, 1]);
  });

  it('must name the provider of the event that decided', () => {
    expect(compare({ ...bounced, provider: 'ses' }, [bounce, delivery])).toEqual([
      'provider sendgrid / provider ses',
    ]);
  });

  it('must not tell of a time that no event backs', () => {
    const times = { ...bounced.times, open: delivery.occurredAt };
    expect(compare({ ...bounced, times }, [bounce, delivery])).toEqual([
      `an event open at ${delivery.occurredAt} / no such event`,
    ]);
    expect(compare({ ...bounced, times }, [bounce, delivery], muchLater)).toEqual([]);
  });
});

describe('the rows of a message', () => {
  const rowOf = (event: EmailEvent) =>
    putEventIfNew('messages', event, { receivedAt: now }, { now, windowDays: 30 }).Item ?? {};
  const compared = (change: object) =>
    compareMessage('m1', [{ ...rowOf(anEvent({ type: 'unknown', id: 'e1' })), ...change }], settings)
      .differences;

  it('can all be read', () => {
    expect(compared({})).toEqual([]);
    expect(compared({ payload: Buffer.from('no gzip') })).toMatchObject([
      { what: 'event', where: 'm1 E#2026-01-01T00:00:00.000Z#e1', found: expect.stringContaining('header') },
    ]);
    expect(compared({ payload: gzipSync('{') })).toHaveLength(1);
    expect(compared({ sortKey: 'E#yesterday#e1' })).toHaveLength(1);
    expect(compared({ type: undefined })).toMatchObject([{ found: 'no type' }]);
  });

  it('belong to the recipient that their key names', () => {
    const rows = [{ messageId: 'm1', sortKey: 'S#a@example.com', recipient: 'b@example.com' }];
    expect(compareMessage('m1', rows, settings).differences).toContainEqual(
      expect.objectContaining({ expected: 'recipient a@example.com', found: 'recipient b@example.com' }),
    );
  });
});

describe('the history of an address', () => {
  const bounce = anEvent({ type: 'hard_bounce', id: 'b' });
  const entry = expectedEntry(bounce, causes);
  if (!entry) throw new Error('a hard bounce calls for evidence');
  const row = putSuppressionIfNew('addresses', entry, now).Item ?? {};

  it('has what its events call for, and nothing else', () => {
    expect(compareEntry(entry, row)).toEqual([]);
    expect(compareEntry(entry, undefined)).toMatchObject([{ what: 'suppression', found: 'no row' }]);
    for (const change of [
      { cause: 'complaint' },
      { kind: 'release' },
      { provider: 'ses' },
      { messageId: 'm2' },
      { diagnostic: 'x' },
    ])
      expect([change, compareEntry(entry, { ...row, ...change }).length]).toEqual([change, 1]);
    expect(compareEntry(entry, { ...row, by: 'kim', diagnostic: 'x' })).toEqual([]);
  });

  it('names events that exist, as long as they are kept', () => {
    expect(compareAddressRow(row, bounce, settings)).toEqual([]);
    expect(compareAddressRow(row, undefined, settings)).toMatchObject([{ found: 'no such event' }]);
    expect(compareAddressRow(row, undefined, muchLater)).toEqual([]);
    expect(compareAddressRow({ ...row, by: 'kim' }, undefined, settings)).toEqual([]);
    expect(compareAddressRow(row, anEvent({ type: 'delivered', id: 'b' }), settings)).toMatchObject([
      { expected: 'nothing, for an event delivered' },
    ]);
  });

  it('has rows whose keys say what they say', () => {
    for (const change of [
      { scope: '10' },
      { id: 'x' },
      { kind: 'release' },
      { cause: 'x' },
      { scope: undefined },
    ])
      expect([change, compareAddressRow({ ...row, ...change }, bounce, settings).length]).toEqual([
        change,
        1,
      ]);
  });

  it('is not asked for what the stack does not record', () => {
    expect(expectedEntry(bounce, ['complaint'])).toBeUndefined();
    expect(expectedEntry(anEvent({ type: 'resubscribe' }), ['complaint'])).toMatchObject({ type: 'release' });
  });
});
