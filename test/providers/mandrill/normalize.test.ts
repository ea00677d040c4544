import { describe, expect, it } from 'vitest';
import { mandrill } from '../../../providers/mandrill/normalize.ts';
import { UnreadableBody } from '../../../providers/provider.ts';
import { payloadFile, readerOf } from '../../support/reading.ts';

const { all, only, reasonOf } = readerOf(mandrill);
const message = { _id: 'aaa1', ts: 1767225590, email: 'ana@example.com', sender: 'no-reply@example.com' };
const base = { _id: 'aaa1', ts: 1767225600, msg: message };
const outcome = (report: object, fields: object = {}) =>
  only([{ ...base, ...report, msg: { ...message, ...fields } }]);

describe('a Mandrill event', () => {
  it('has recipient, message and details, and the outer time', () => {
    const [bounce, deferral, click] = all(payloadFile('mandrill', 'events.json'));
    expect(bounce).toMatchObject({
      provider: 'mandrill',
      providerType: 'hard_bounce',
      type: 'hard_bounce',
      messageId: 'aaa1aaa1aaa1aaa1aaa1aaa1aaa1aaa1',
      recipient: 'gone@example.com',
      occurredAt: '2026-01-01T00:00:00.000Z',
      reason: 'bad_mailbox',
      diagnostic: 'smtp;550 5.1.1 unknown user',
      smtpStatus: '5.1.1',
      stream: 'shop',
      tags: ['welcome'],
      template: 'hello',
      sendingDomain: 'example.com',
    });
    expect(deferral).toMatchObject({
      type: 'deferred',
      diagnostic: '451 4.3.5 Temporarily unavailable, try again later.',
      smtpStatus: '4.3.5',
    });
    expect(click).toMatchObject({ type: 'click', url: 'https://example.com/start', ip: '203.0.113.5' });
  });

  it('is read from the form that Mandrill posts', () => {
    expect(only(payloadFile('mandrill', 'post.txt'))).toMatchObject({
      type: 'processed',
      messageId: 'aaa1',
      payload: { msg: { subject: 'Grüße + more' } },
    });
    expect(all('mandrill_events=%5B%5D')).toEqual([]);
  });

  it('about a list of Mandrill is stored, without effect', () => {
    expect(only(payloadFile('mandrill', 'sync.json'))).toMatchObject({
      type: 'unknown',
      providerType: 'blacklist.add',
      recipient: 'gone@example.com',
      occurredAt: '2026-01-01T00:00:00.000Z',
    });
  });

  it.each([
    ['send', { type: 'processed' }],
    ['delivered', { type: 'delivered' }],
    ['deferral', { type: 'deferred' }],
    ['hard_bounce', { type: 'hard_bounce' }],
    ['soft_bounce', { type: 'soft_bounce' }],
    ['open', { type: 'open' }],
    ['click', { type: 'click' }],
    ['spam', { type: 'complaint' }],
    ['unsub', { type: 'unsubscribe', scope: '*' }],
    ['inbound', { type: 'unknown' }],
    ['constructor', { type: 'unknown' }],
  ])('called %s is %o', (event, expected) => {
    expect(outcome({ event })).toMatchObject({ ...expected, providerType: event });
  });

  it.each([
    ['hard-bounce', 'address'],
    ['soft-bounce', 'address'],
    ['spam', 'address'],
    ['unsub', 'address'],
    ['custom', 'address'],
    ['invalid', 'address'],
    ['invalid-sender', 'message'],
    ['test-mode-limit', 'message'],
    ['unsigned', 'message'],
    ['rule', 'message'],
    [undefined, 'message'],
  ])('that is rejected for %s blames the %s, wherever the reason is', (reason, blames) => {
    for (const fields of [{ reject: reason }, { reject: { reason } }, { reject_reason: reason }])
      expect(outcome({ event: 'reject' }, fields)).toMatchObject({ type: 'dropped', blames });
    expect(outcome({ event: 'reject', reject: { reason } })).toMatchObject({ blames });
  });

  it('is told from another in the same second by what it says, and not by the state of its message', () => {
    const open = { ...base, event: 'open', ip: '203.0.113.5', user_agent: 'Firefox' };
    const others = [
      { event: 'click' },
      { ip: '203.0.113.6' },
      { user_agent: 'Safari' },
      { url: 'https://example.com/a' },
      { ts: 1767225601 },
      { _id: 'aaa2' },
    ].map((other) => ({ ...open, ...other }));
    expect(new Set([open, ...others].map((report) => only([report]).id)).size).toBe(7);
    const later = { ...open, msg: { ...message, _version: 'v2', state: 'sent', opens: [{ ts: 1 }] } };
    expect(only([later]).id).toBe(only([open]).id);
    const attempt = (ts: number) => outcome({ event: 'deferral' }, { smtp_events: [{ ts: 1 }, { ts }] }).id;
    expect(attempt(2)).not.toBe(attempt(3));
  });

  it('without message, recipient and time is set apart', () => {
    expect(reasonOf([{ event: 'send' }])).toMatch(/^expected a message, a recipient or a time/);
  });
});

describe('a Mandrill body', () => {
  it.each(['', 'a=b', 'mandrill_events=', 'mandrill_events=%7B%7D', 'mandrill_events=secret', '{"a":1}'])(
    'of another form is unreadable as a whole, and is not quoted: %s',
    (text) => {
      expect(() => all(text)).toThrow(UnreadableBody);
      expect(() => all(text)).toThrow(/^mandrill: expected /);
      expect(() => all(text)).not.toThrow(/secret/);
    },
  );
});
