import { describe, expect, it } from 'vitest';
import { judgeEvent } from '../../app/audit/judge-event.ts';
import { judgeStatus } from '../../app/audit/judge-status.ts';
import type { AuditSettings } from '../../app/audit/settings.ts';
import type { AuditedStatus, ReadableEvent, Renormalize } from '../../app/ports/audit.ts';
import type { EmailEvent } from '../../core/email-event.ts';
import type { MessageStatus } from '../../core/fold-status.ts';
import type { Address } from '../../core/ids.ts';
import { type Moment, unknownTime } from '../../core/moment.ts';
import { causes } from '../../core/suppression.ts';
import { anEvent, foldAll } from '../support/events.ts';

const now = new Date('2026-01-10T00:00:00Z');
const seconds = now.getTime() / 1000;
const days = (count: number) => count * 86_400;
const settings: AuditSettings = { now, windowDays: 30, retentionDays: 400, causes };
const stored = (event: EmailEvent, at = now) => ({
  ...event,
  receivedAt: at.toISOString(),
  storedAt: at.toISOString(),
});

describe('an event row', () => {
  const delivery = stored(anEvent({ type: 'delivered', id: 'e1' }));
  const row: ReadableEvent = {
    place: 'm1 E',
    seen: {},
    event: delivery,
    payload: '{}',
    isRedacted: false,
    expiresAt: seconds + days(30),
  };
  const payloadSays =
    (...events: EmailEvent[]): Renormalize =>
    () => ({ type: 'events', events });
  const bounce = anEvent({ type: 'hard_bounce', id: 'e1' });

  it('has the time of its receipt when its payload tells none', () => {
    const undated = { ...delivery, occurredAt: unknownTime };
    expect(judgeEvent(row, settings, payloadSays(undated)).findings).toEqual([]);
  });

  it('says what its payload says, in type, recipient, time, id and details', () => {
    expect(judgeEvent(row, settings, payloadSays(delivery)).findings).toEqual([]);
    for (const said of [
      bounce,
      anEvent({ id: 'e1', to: 'ben@example.com' }),
      anEvent({ id: 'e1', second: 1 }),
      anEvent({ id: 'e2' }),
      anEvent({ id: 'e1', messageId: 'm2' }),
      { ...anEvent({ id: 'e1' }), tags: ['welcome'] },
      { ...anEvent({ id: 'e1' }), diagnostic: 'ok' } as EmailEvent,
    ])
      expect(judgeEvent(row, settings, payloadSays(said)).findings).toMatchObject([{ what: 'event' }]);
  });

  it('may lack dimensions that an earlier version did not read, but not contradict them', () => {
    const mail = { sentAt: delivery.occurredAt, metadata: { tenant: 't1' }, sendingDomain: 'example.com' };
    const told = anEvent({ id: 'e1', mail });
    expect(judgeEvent(row, settings, payloadSays(told)).findings).toEqual([]);
    const event = { ...delivery, metadata: { tenant: 't2' } };
    expect(judgeEvent({ ...row, event }, settings, payloadSays(told)).findings).toMatchObject([
      { expected: 'metadata {"tenant":"t1"}', found: 'metadata {"tenant":"t2"}' },
    ]);
  });

  it('is compared with the event of its own recipient', () => {
    const other = anEvent({ type: 'hard_bounce', id: 'e9', to: 'ben@example.com' });
    expect(judgeEvent(row, settings, payloadSays(other, delivery)).findings).toEqual([]);
  });

  it('may have its recipient under the key that an earlier version used', () => {
    const given = '"Ana" <ana@example.com>';
    const event = { ...delivery, recipient: given.toLowerCase() as Address, recipientAsGiven: given };
    const said = { ...anEvent({ id: 'e1', to: 'ana@example.com' }), recipientAsGiven: given };
    expect(judgeEvent({ ...row, event }, settings, payloadSays(said)).findings).toEqual([]);
    const other = { ...said, recipientAsGiven: 'ana@example.com' };
    expect(judgeEvent({ ...row, event }, settings, payloadSays(other)).findings).toHaveLength(1);
  });

  it('is mended from its payload, unless it belongs under another key', () => {
    const { findings, event, misread } = judgeEvent(row, settings, payloadSays(bounce));
    expect(findings).toMatchObject([
      { expected: expect.stringContaining('type "hard_bounce"'), repair: { event: { type: 'hard_bounce' } } },
    ]);
    expect([event?.type, event?.storedAt, misread?.type]).toEqual([
      'hard_bounce',
      now.toISOString(),
      'delivered',
    ]);
    const [elsewhere] = judgeEvent(row, settings, payloadSays(anEvent({ id: 'e2' }))).findings;
    expect([elsewhere?.repair, elsewhere?.hindrance]).toEqual([
      undefined,
      expect.stringContaining('another key'),
    ]);
  });

  it('may differ from a payload that a forgotten address was removed from', () => {
    const redacted = { ...row, isRedacted: true };
    expect(judgeEvent(redacted, settings, payloadSays(bounce))).toMatchObject({
      findings: [],
      isUnchecked: true,
    });
    expect(judgeEvent(redacted, settings, payloadSays(delivery)).isUnchecked).toBeUndefined();
  });

  it('is not judged by the payload of a provider that nobody knows any more', () => {
    expect(judgeEvent(row, settings, () => ({ type: 'unknown-provider' }))).toMatchObject({
      findings: [],
      isUnchecked: true,
    });
  });

  it('has a payload that can be normalized', () => {
    for (const renormalize of [
      payloadSays(),
      () => ({ type: 'unreadable' as const, reason: 'expected a string' }),
    ])
      expect(judgeEvent(row, settings, renormalize).findings).toMatchObject([
        { expected: 'a payload that can be normalized', hindrance: expect.any(String) },
      ]);
  });

  it('expires at a time that the settings explain', () => {
    const findings = (expiresAt: unknown) => judgeEvent({ ...row, expiresAt }, settings).findings;
    for (const sane of [days(3), days(30), days(90)]) expect(findings(seconds + sane)).toEqual([]);
    for (const absurd of [undefined, String(seconds + days(30)), Number.NaN, 5, seconds, now.getTime()])
      expect([absurd, findings(absurd)]).toMatchObject([
        absurd,
        [{ repair: { type: 'event', expiresAt: seconds + days(30) } }],
      ]);
  });

  it('should be gone some days after it has expired', () => {
    const old = stored(delivery, new Date('2025-11-01T00:00:00Z'));
    const expiresAt = Date.parse(old.storedAt) / 1000 + days(30);
    expect(judgeEvent({ ...row, event: old, expiresAt }, settings).findings).toMatchObject([
      { hindrance: expect.stringContaining('time-to-live') },
    ]);
  });
});

describe('a status row', () => {
  const bounce = stored(anEvent({ type: 'hard_bounce', id: 'b', second: 1 }));
  const delivery = stored(anEvent({ type: 'delivered', id: 'd', second: 2 }));
  const open = stored(anEvent({ type: 'open', id: 'o', second: 3 }));
  const bounced = foldAll([bounce, delivery]) as MessageStatus;
  const recipient = bounce.recipient as Address;
  const row: AuditedStatus = {
    recipient,
    seen: { row: 1 },
    status: bounced,
    firstSeenAt: now.toISOString(),
    expiresAt: seconds + days(400),
  };
  const judge = (
    change: Partial<AuditedStatus> | undefined,
    events = [bounce, delivery],
    misread: (typeof bounce)[] = [],
  ) =>
    judgeStatus(
      { messageId: 'm1', recipient, row: change && { ...row, ...change }, events, misread },
      settings,
    );
  /** The status that the row gets, and the reasons why it does not. */
  const mended = (...given: Parameters<typeof judge>) =>
    judge(...given).map(({ repair, hindrance }) =>
      repair?.type === 'status' ? repair.status : `not mended: ${hindrance}`,
    );
  const longAgo = '2025-06-01T00:00:00.000Z';

  it('agrees with its events', () => {
    expect(judge({})).toEqual([]);
  });

  it('has the time when it was first seen, which is restored from the oldest thing that is known', () => {
    for (const firstSeenAt of [undefined, '', 7])
      expect(judge({ firstSeenAt })).toMatchObject([
        {
          expected: 'firstSeenAt to be a time',
          repair: { type: 'status', status: bounced, firstSeenAt: now.toISOString() },
        },
      ]);
    const status = { ...bounced, times: { ...bounced.times, open: '2025-06-01T00:00:00.000Z' as Moment } };
    expect(judge({ firstSeenAt: undefined, status })).toMatchObject([
      { repair: { firstSeenAt: '2025-06-01T00:00:00.000Z' } },
    ]);
  });

  it('expires at a time that the settings explain', () => {
    for (const expiresAt of [undefined, 'soon', 5, seconds - days(8), now.getTime(), seconds + days(2001)])
      expect(judge({ expiresAt })).toMatchObject([
        { found: expect.stringContaining('expiresAt'), repair: { expiresAt: seconds + days(400) } },
      ]);
    expect(judge({ expiresAt: seconds + days(90) })).toEqual([]);
  });

  it('is written from its events when it is missing or contradicts itself', () => {
    expect(mended(undefined)).toEqual([bounced]);
    for (const status of [
      { ...bounced, type: 'delivered' as const },
      { ...bounced, type: 'complaint' as const },
      { ...bounced, precedence: 'x' },
      { ...bounced, eventId: delivery.id },
      { ...bounced, provider: 'ses' },
      { ...bounced, times: { hard_bounce: bounce.occurredAt } },
      foldAll([delivery]) as MessageStatus,
    ])
      expect([status, mended({ status })]).toEqual([status, [bounced]]);
  });

  it('follows a payload that says bounce where the row said delivered', () => {
    const misread = stored(anEvent({ type: 'delivered', id: 'b', second: 1 }));
    const status = foldAll([misread]) as MessageStatus;
    const truth = foldAll([bounce]) as MessageStatus;
    expect(mended({ status }, [bounce], [misread])).toEqual([truth]);
    // And the other way round: the bounce was never reported.
    expect(mended({ status: truth }, [misread], [bounce])).toEqual([status]);
  });

  it('loses a time that no event explains', () => {
    const times = { ...bounced.times, open: open.occurredAt };
    expect(mended({ status: { ...bounced, times } })).toEqual([bounced]);
  });

  it('is only ever raised when events may have expired', () => {
    const later = foldAll([bounce, delivery, open]) as MessageStatus;
    expect(mended({ firstSeenAt: longAgo }, [bounce, delivery, open])).toEqual([later]);
    expect(mended({ firstSeenAt: longAgo }, [delivery])).toEqual([
      expect.stringContaining('may have expired'),
    ]);
    const times = { ...bounced.times, open: open.occurredAt };
    expect(mended({ firstSeenAt: longAgo, status: { ...bounced, times } })).toEqual([
      expect.stringContaining('may have expired'),
    ]);
  });

  it('is not lowered from a bounce because the event is missing', () => {
    expect(mended({}, [delivery])).toEqual([expect.stringContaining('no stored event says so')]);
    expect(mended({}, [])).toEqual([expect.stringContaining('no stored event says so')]);
  });

  it('keeps what it knows of expired events when it contradicts itself', () => {
    const status = {
      ...bounced,
      type: 'delivered' as const,
      times: { ...bounced.times, open: '2025-01-01' },
    };
    expect(mended({ firstSeenAt: longAgo, status: status as MessageStatus })).toMatchObject([
      { type: 'hard_bounce', times: { ...bounced.times, open: '2025-01-01' } },
    ]);
  });
});
