import { describe, expect, it } from 'vitest';
import { UnreadableBody } from '../../../providers/provider.ts';
import { unisenderGo } from '../../../providers/unisender-go/normalize.ts';
import { payloadFile, readerOf } from '../../support/reading.ts';
import { unreadableBodyOf } from '../../support/unreadable.ts';

const { all, only, reasonOf } = readerOf(unisenderGo);
const data = { job_id: 'j1', email: 'ana@example.com', event_time: '2026-01-01 00:00:00' };
const batch = (...events: object[]) => ({ auth: 'x', events_by_user: [{ user_id: 1, events }] });
const report = (fields: object) => ({
  event_name: 'transactional_email_status',
  event_data: { ...data, ...fields },
});
const outcome = (fields: object) => only(batch(report(fields)));

describe('a Unisender Go event', () => {
  it('has recipient, message and details, and its time in UTC', () => {
    const [bounce, click, block] = all(payloadFile('unisender-go', 'batch.json'));
    expect(bounce).toMatchObject({
      provider: 'unisender-go',
      providerType: 'hard_bounced',
      type: 'hard_bounce',
      messageId: '1a3Q2V-0000OZ-S0',
      recipient: 'gone@example.com',
      occurredAt: '2026-01-01T00:00:05.000Z',
      reason: 'err_user_unknown',
      diagnostic: '550 5.1.1 no such user',
      smtpStatus: '5.1.1',
      stream: 'Shop',
      payload: { user_id: 456, project_name: 'Shop', event_data: { email: 'gone@example.com' } },
    });
    expect(click).toMatchObject({ type: 'click', url: 'https://example.com/a', ip: '203.0.113.5' });
    expect(block).toMatchObject({
      type: 'unknown',
      providerType: 'transactional_spam_block',
      occurredAt: '2026-01-01T00:02:00.000Z',
    });
  });

  it('never contains the signature', () => {
    for (const name of ['batch.json', 'single.json'])
      for (const event of all(payloadFile('unisender-go', name)))
        expect(JSON.stringify(event)).not.toContain('"auth"');
  });

  it('is the same alone and in a batch', () => {
    expect(only(payloadFile('unisender-go', 'single.json'))).toMatchObject({
      type: 'open',
      messageId: '1a3Q2V-0000OZ-S0',
      machine: { likely: true },
    });
    const alone = only({
      auth: 'x',
      user_id: 1,
      event_name: 'transactional_email_status',
      ...data,
      status: 'spam',
    });
    expect(alone.id).toBe(outcome({ status: 'spam' }).id);
  });

  it.each([
    ['accepted', { type: 'processed' }],
    ['sent', { type: 'processed' }],
    ['delivered', { type: 'delivered' }],
    ['opened', { type: 'open' }],
    ['clicked', { type: 'click' }],
    ['soft_bounced', { type: 'deferred' }],
    ['spam', { type: 'complaint' }],
    ['unsubscribed', { type: 'unsubscribe', scope: '*' }],
    ['subscribed', { type: 'resubscribe', scope: '*' }],
    ['something_new', { type: 'unknown' }],
    ['constructor', { type: 'unknown' }],
  ])('called %s is %o', (status, expected) => {
    expect(outcome({ status })).toMatchObject({ ...expected, providerType: status });
  });

  it.each([
    ...[
      'err_user_unknown',
      'err_user_inactive',
      'err_mailbox_discarded',
      'err_domain_inactive',
      'err_dest_invalid',
    ].map((status) => [status, { type: 'hard_bounce' }] as const),
    ...[
      'err_unreachable',
      'skip_dup_unreachable',
      'skip_dup_temp_unreachable',
      'err_skip_letter',
      'err_unsubscribed',
    ].map((status) => [status, { type: 'dropped', blames: 'address' }] as const),
    ...[
      'err_spam_skipped',
      'err_spam_removed',
      'err_lost',
      'err_internal',
      'err_src_invalid',
      'not_sent',
    ].map((status) => [status, { type: 'dropped', blames: 'message' }] as const),
    ...['err_mailbox_full', 'err_too_large', 'err_spam_rejected', 'err_blacklisted', 'err_of_next_year'].map(
      (status) => [status, { type: 'soft_bounce' }] as const,
    ),
    ['err_will_retry', { type: 'deferred' }] as const,
  ])('that is hard bounced with %s is %o', (delivery_status, expected) => {
    expect(outcome({ status: 'hard_bounced', delivery_info: { delivery_status } })).toMatchObject(expected);
  });

  it('that is hard bounced without a detailed status suppresses nobody for good', () => {
    expect(outcome({ status: 'hard_bounced' })).toMatchObject({ type: 'soft_bounce' });
  });

  it('is told from another in the same second by what it says', () => {
    const ids = [
      { status: 'clicked', url: 'a' },
      { status: 'clicked', url: 'b' },
      { status: 'clicked', url: 'a', delivery_info: { ip: '203.0.113.5' } },
      { status: 'clicked', url: 'a', email: 'ben@example.com' },
      { status: 'clicked', url: 'a', job_id: 'j2' },
      { status: 'opened', url: 'a' },
    ].map((fields) => outcome(fields).id);
    expect(new Set(ids).size).toBe(6);
    const other = { events_by_user: [{ user_id: 1, project_id: 7, events: [report({ status: 'spam' })] }] };
    expect(only(other).id).not.toBe(outcome({ status: 'spam' }).id);
  });

  it('without message, recipient and time is set apart, with its user', () => {
    const body = Buffer.from(
      JSON.stringify(batch(report({ status: 'spam' }), { event_name: 'x', event_data: {} })),
    );
    expect(unisenderGo.normalize({ headers: {}, body })).toMatchObject({
      events: [{ type: 'complaint' }],
      unreadable: [{ reason: 'expected a message, a recipient or a time, found none of them' }],
    });
    expect(JSON.parse(unreadableBodyOf(unisenderGo, { headers: {}, body }).toString())).toEqual({
      events_by_user: [{ user_id: 1, events: [{ event_name: 'x', event_data: {} }] }],
    });
    expect(reasonOf(batch({}))).toMatch(/^expected a message, a recipient or a time/);
  });
});

describe('a Unisender Go body', () => {
  it('can have several users', () => {
    const users = [1, 2].map((user_id) => ({ user_id, events: [report({ status: 'sent' })] }));
    expect(new Set(all({ events_by_user: users }).map(({ id }) => id)).size).toBe(2);
  });

  it('whose user has no list of events is the event of this user, or is set apart as it came', () => {
    const beside = { user_id: 1, ...report({ status: 'spam' }) };
    for (const events of [undefined, null])
      expect(only({ events_by_user: [{ ...beside, events }] })).toMatchObject({
        type: 'complaint',
        recipient: 'ana@example.com',
      });
    expect(only({ events_by_user: null, ...report({ status: 'spam' }) })).toMatchObject({
      type: 'complaint',
    });
    const user = { user_id: 1, project_name: 'shop' };
    for (const events of [undefined, null]) {
      const body = Buffer.from(JSON.stringify({ events_by_user: [{ ...user, events }] }));
      expect(reasonOf(body.toString())).toMatch(/^expected a message, a recipient or a time/);
      expect(JSON.parse(unreadableBodyOf(unisenderGo, { headers: {}, body }).toString())).toEqual({
        events_by_user: [user],
      });
    }
    expect(all(batch())).toEqual([]);
  });

  it.each(['', '[]', '"secret"', 'null'])('of another form is unreadable as a whole: %s', (text) => {
    expect(() => all(text)).toThrow(UnreadableBody);
    expect(() => all(text)).not.toThrow(/secret/);
  });
});
