import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareMessage } from '../../app/audit/compare-message.ts';
import { compareStatus } from '../../app/audit/compare-status.ts';
import { compareAddressEntry, compareEntry, expectedEntry } from '../../app/audit/compare-suppression.ts';
import type { AuditSettings } from '../../app/audit/settings.ts';
import type { AuditedEvent, AuditedMessage, AuditedStatus } from '../../app/ports/audit.ts';
import type { StoredEvent } from '../../app/ports/store.ts';
import type { EmailEvent } from '../../core/email-event.ts';
import type { MessageStatus } from '../../core/fold-status.ts';
import { headOf } from '../../core/head.ts';
import type { Address } from '../../core/ids.ts';
import { causes, type SuppressionEntry } from '../../core/suppression.ts';
import { auditedEntries } from '../../store/audited-address.ts';
import { logRowKey } from '../../store/keys.ts';
import { headFields } from '../../store/suppression-row.ts';
import { anEvent, anyEvents, foldAll } from '../support/events.ts';

const now = new Date('2026-01-10T00:00:00Z');
const settings: AuditSettings = { now, windowDays: 30, retentionDays: 400, causes };
/** By then, all events of these tests have expired. */
const muchLater: AuditSettings = { ...settings, now: new Date('2026-06-01T00:00:00Z') };

describe('a status', () => {
  const compare = (
    status: MessageStatus | undefined,
    events: readonly EmailEvent[],
    at = settings,
    recordedAt?: string,
  ) =>
    compareStatus('m1 a', status, events, at, recordedAt).map(
      ({ expected, found }) => `${expected} / ${found}`,
    );
  const bounce = anEvent({ type: 'hard_bounce', id: 'b', second: 1 });
  const delivery = anEvent({ type: 'delivered', id: 'd', second: 2 });
  const bounced = foldAll([bounce, delivery]) as MessageStatus;

  it('agrees with the events it was folded from, in any order', () => {
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

  it('needs its events as long as they are kept, however long ago they happened', () => {
    expect(compare(bounced, [], muchLater, '2026-05-31T00:00:00.000Z')).toEqual([
      expect.stringMatching(/^an event that decided \/ hard_bounce at .* by event b$/),
    ]);
    // The event was stored up to 18 days earlier, if its message waited among the dead letters.
    expect(compare(bounced, [], muchLater, '2026-05-10T00:00:00.000Z')).toEqual([]);
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
      { provider: 'ses' },
      { precedence: 'x' },
      { times: { delivered: delivery.occurredAt } },
    ];
    for (const change of wrong)
      expect([change, compare({ ...bounced, ...change }, [bounce, delivery]).length]).toEqual([change, 1]);
  });

  it('may have a precedence from before the provider was part of it', () => {
    const earlier = { ...bounced, precedence: bounced.precedence.replace(' sendgrid', '') };
    expect(compare(earlier, [bounce, delivery])).toEqual([]);
    expect(compare(earlier, [delivery])).toHaveLength(1);
    expect(compare({ ...earlier, provider: 'ses' }, [bounce, delivery])).toHaveLength(1);
  });

  it('may lack what its events tell of the mail, as rows of an earlier version do, but not contradict it', () => {
    const told = anEvent({ id: 'd', mail: { template: 'welcome', tags: ['a'] } });
    const status = foldAll([told]) as MessageStatus;
    expect(compare({ ...status, labels: {} }, [told])).toEqual([]);
    expect(compare({ ...status, labels: { tags: ['a'] } }, [told])).toEqual([]);
    expect(compare({ ...status, labels: { template: 'receipt' } }, [told])).toEqual([
      expect.stringMatching(/template "welcome".* \/ .*template "receipt"/),
    ]);
  });

  it('must not come from an open of a machine', () => {
    const proxy = anEvent({ type: 'open', id: 'p', second: 3, byMachine: true });
    const opened = foldAll([delivery, anEvent({ type: 'open', id: 'p', second: 3 })]) as MessageStatus;
    expect(compare(foldAll([delivery]), [delivery, proxy])).toEqual([]);
    expect(compare(opened, [delivery, proxy])).toEqual([
      expect.stringMatching(/^delivered at .* by event d \/ open at .* by event p$/),
    ]);
    expect(compare(opened, [delivery, proxy], muchLater)).toEqual([]);
  });

  it('must not contain a time without an event', () => {
    const times = { ...bounced.times, open: delivery.occurredAt };
    expect(compare({ ...bounced, times }, [bounce, delivery])).toEqual([
      `an event open at ${delivery.occurredAt} / no such event`,
    ]);
    expect(compare({ ...bounced, times }, [bounce, delivery], muchLater)).toEqual([]);
  });
});

describe('a message', () => {
  const stored = { receivedAt: now.toISOString(), storedAt: now.toISOString() };
  const delivery = { ...anEvent({ type: 'delivered', id: 'd' }), ...stored };
  const recipient = delivery.recipient as Address;
  const status = foldAll([delivery]) as MessageStatus;
  const eventRowOf = (event: StoredEvent): AuditedEvent => ({
    place: 'm1 E',
    seen: {},
    event,
    payload: '{}',
    isRedacted: false,
    expiresAt: now.getTime() / 1000 + 30 * 86_400,
  });
  const statusRowOf = (status: MessageStatus): AuditedStatus => ({
    recipient,
    seen: {},
    status,
    firstSeenAt: now.toISOString(),
    expiresAt: now.getTime() / 1000 + 400 * 86_400,
  });
  const compare = (change: Partial<AuditedMessage>) =>
    compareMessage(
      {
        messageId: 'm1',
        rows: 2,
        events: [eventRowOf(delivery)],
        statuses: [statusRowOf(status)],
        ...change,
      },
      settings,
    );

  it('has no difference when its rows agree', () => {
    expect(compare({})).toEqual({
      findings: [],
      events: [delivery],
      recipients: [recipient],
      unchecked: 0,
    });
  });

  it('has a difference for each row that is unreadable or has another recipient in its key', () => {
    const problem = { expected: 'this', found: 'that' };
    expect(
      compare({
        events: [eventRowOf(delivery), { place: 'm1 F', seen: {}, problem }],
      }).findings,
    ).toMatchObject([{ what: 'event', where: 'm1 F', ...problem }]);
    expect(compare({ statuses: [{ ...statusRowOf(status), problem }] }).findings).toMatchObject([
      { what: 'status', where: `m1 ${recipient}`, ...problem },
    ]);
  });

  it('must have a status for each recipient of its events', () => {
    expect(compare({ statuses: [] }).findings).toMatchObject([{ what: 'status', found: 'no row' }]);
  });
});

describe('the history of an address', () => {
  const bounce = anEvent({ type: 'hard_bounce', id: 'b' });
  const entry = expectedEntry(bounce, causes);
  if (!entry) throw new Error('a hard bounce calls for evidence');
  const placesOf = (each: SuppressionEntry): [string] => {
    const { address, sortKey } = logRowKey(each);
    return [`${address} ${sortKey}`];
  };
  const [place] = placesOf(entry);
  const row = (change: object = {}) => {
    const fields = headFields('log', logRowKey(entry), headOf(entry), now);
    const [audited] = auditedEntries({ ...fields, ...change });
    if (!audited) throw new Error('expected a row with an entry');
    return audited;
  };
  const storedAt = now.toISOString();
  const eventRow = (event: EmailEvent) => ({
    place: 'm1 E',
    seen: {},
    event: { ...event, receivedAt: storedAt, storedAt },
    payload: '{}',
    isRedacted: false,
    expiresAt: 0,
  });
  const compare = (change: object, event: EmailEvent | undefined, at = settings) =>
    compareAddressEntry(row(change), event && eventRow(event), at, placesOf);

  it('contains what its events require, and nothing else', () => {
    expect(compareEntry(entry, place, row(), storedAt)).toEqual([]);
    expect(compareEntry(entry, place, undefined, storedAt)).toMatchObject([
      { what: 'suppression', found: 'no row' },
    ]);
    for (const change of [
      { reason: 'complaint' },
      { what: 'release' },
      { provider: 'ses' },
      { messageId: 'm2' },
      { diagnostic: 'x' },
    ])
      expect([change, compareEntry(entry, place, row(change), storedAt).length]).toEqual([change, 1]);
    expect(compareEntry(entry, place, row({ by: 'kim', diagnostic: 'x' }), storedAt)).toEqual([]);
  });

  it('names only events that exist, until they expire', () => {
    expect(compare({}, bounce)).toEqual([]);
    expect(compare({}, undefined)).toMatchObject([{ found: 'no such event' }]);
    expect(compare({}, undefined, muchLater)).toEqual([]);
    expect(compare({ by: 'kim' }, undefined)).toEqual([]);
    expect(compare({}, anEvent({ type: 'delivered', id: 'b' }))).toMatchObject([
      { expected: 'no entry for an event of type delivered' },
    ]);
  });

  it('has rows whose keys match their content', () => {
    for (const change of [
      { scope: '10' },
      { latest: '2026-02-01T00:00:00.000Z#b##1' },
      { what: 'release' },
      { reason: 'x' },
      { scope: undefined },
    ])
      expect([change, compare(change, bounce).length]).toEqual([change, 1]);
  });

  it('needs no entries for causes that the stack does not record', () => {
    expect(expectedEntry(bounce, ['complaint'])).toBeUndefined();
    expect(expectedEntry(anEvent({ type: 'resubscribe' }), ['complaint'])).toMatchObject({ type: 'release' });
  });
});
