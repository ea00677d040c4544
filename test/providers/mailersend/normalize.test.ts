import { describe, expect, it } from 'vitest';
import { mailersend } from '../../../providers/mailersend/normalize.ts';
import { payloadFile, readerOf } from '../../support/reading.ts';

const { all, only, reasonOf } = readerOf(mailersend);
const data = { id: 'a1', message_id: 'm1', email: 'ana@example.com', created_at: '2026-01-01T00:00:00Z' };
const outcome = (type: string, fields: object = {}) => only({ type, data: { ...data, ...fields } });

describe('a MailerSend event', () => {
  it('of the first generation has its mail in an object', () => {
    expect(only(payloadFile('mailersend', 'nested.json'))).toMatchObject({
      provider: 'mailersend',
      providerType: 'activity.clicked',
      type: 'click',
      messageId: '63fd1d23a1b2c3d4e5f6071a',
      recipient: 'ana@example.com',
      occurredAt: '2026-01-01T00:00:04.691Z',
      url: 'https://example.com/a',
      ip: '203.0.113.5',
      tags: ['welcome'],
      template: '0p7kx4xw',
      sendingDomain: 'example.com',
    });
  });

  it('of the second generation has everything side by side', () => {
    expect(only(payloadFile('mailersend', 'flat.json'))).toMatchObject({
      type: 'hard_bounce',
      messageId: '63fd1d23a1b2c3d4e5f6071a',
      recipient: 'gone@example.com',
      occurredAt: '2026-01-01T00:00:04.000Z',
      reason: 'user_unknown',
      diagnostic: 'The mailbox does not exist',
      tags: ['welcome'],
      sendingDomain: 'example.com',
    });
  });

  it('about an address names no message', () => {
    const event = only(payloadFile('mailersend', 'on-hold.json'));
    expect(event).toMatchObject({ type: 'dropped', blames: 'address', recipient: 'gone@example.com' });
    expect(event.messageId).toBe(`unnamed#mailersend#${event.id}`);
  });

  it.each([
    ['activity.sent', { type: 'processed' }],
    ['activity.deferred', { type: 'deferred' }],
    ['activity.delivered', { type: 'delivered' }],
    ['activity.hard_bounced', { type: 'hard_bounce' }],
    ['activity.soft_bounced', { type: 'soft_bounce' }],
    ['activity.opened', { type: 'open' }],
    ['activity.clicked', { type: 'click' }],
    ['activity.opened_unique', { type: 'unknown' }],
    ['activity.clicked_unique', { type: 'unknown' }],
    ['activity.unsubscribed', { type: 'unsubscribe', scope: '*' }],
    ['activity.spam_complaint', { type: 'complaint' }],
    ['recipient.on_hold_added', { type: 'dropped', blames: 'address' }],
    ['recipient.on_hold_removed', { type: 'resubscribe', scope: '*' }],
    ['activity.survey_opened', { type: 'unknown' }],
    ['sender_identity.verified', { type: 'unknown' }],
    ['constructor', { type: 'unknown' }],
  ])('called %s is %o', (type, expected) => {
    expect(outcome(type)).toMatchObject({ ...expected, providerType: type });
  });

  it('is told from the first of its kind, which may have the same id', () => {
    expect(outcome('activity.opened').id).not.toBe(outcome('activity.opened_unique').id);
    expect(outcome('activity.opened', { id: 'a2' }).id).not.toBe(outcome('activity.opened').id);
    expect(outcome('activity.opened', { subject: 'changed' }).id).toBe(outcome('activity.opened').id);
  });

  it('that only tests the webhook contains no event', () => {
    expect(all({ type: 'webhook.test', message: 'ping', created_at: '2026-01-01T00:00:00Z' })).toEqual([]);
  });

  it('without message, recipient and time is set apart', () => {
    expect(reasonOf({ type: 'activity.sent', data: {} })).toMatch(
      /^expected a message, a recipient or a time/,
    );
  });
});
