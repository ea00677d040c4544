import { describe, expect, it } from 'vitest';
import { mailjet } from '../../../providers/mailjet/normalize.ts';
import { payloadFile, readerOf } from '../../support/reading.ts';

const { all, only, reasonOf } = readerOf(mailjet);
const base = { time: 1767225600, mj_message_id: '194', email: 'ana@example.com' };
const outcome = (report: object) => only({ ...base, ...report });

describe('a Mailjet event', () => {
  it('has recipient, time, message and details, with every digit of a long id', () => {
    const event = only(payloadFile('mailjet', 'single.json'));
    expect(event).toMatchObject({
      provider: 'mailjet',
      providerType: 'bounce',
      type: 'hard_bounce',
      messageId: '19421777835146490',
      recipient: 'gone@example.com',
      occurredAt: '2026-01-01T00:00:00.000Z',
      reason: 'recipient: user unknown',
      diagnostic: '550 5.1.1 unknown user',
      smtpStatus: '5.1.1',
      tags: ['welcome'],
    });
    expect(JSON.stringify(event.payload)).toContain('"MessageID":19421777835146490,');
    const neighbour = payloadFile('mailjet', 'single.json').toString().replace('146490', '146491');
    expect(only(neighbour).messageId).toBe('19421777835146491');
    expect(only(neighbour).id).not.toBe(event.id);
  });

  it('can come in a group, without a number as id', () => {
    const [sent, open, unsub] = all(payloadFile('mailjet', 'grouped.json'));
    expect(sent).toMatchObject({
      type: 'delivered',
      messageId: '19421777835146491',
      diagnostic: 'sent (250 2.0.0 OK)',
    });
    expect(open).toMatchObject({
      type: 'open',
      machine: { likely: true, rule: 'user agent of a mail proxy' },
    });
    expect(unsub).toMatchObject({ type: 'unsubscribe', scope: '4711' });
  });

  it('is the same alone and in a group', () => {
    const report = { ...base, event: 'sent' };
    expect(all([report])).toEqual(all(report));
  });

  it.each([
    ['sent', { type: 'delivered' }],
    ['open', { type: 'open' }],
    ['click', { type: 'click' }],
    ['spam', { type: 'complaint' }],
    ['unsub', { type: 'unsubscribe', scope: '*' }],
    ['something_new', { type: 'unknown' }],
    ['constructor', { type: 'unknown' }],
  ])('called %s is %o', (event, expected) => {
    expect(outcome({ event })).toMatchObject({ ...expected, providerType: event });
  });

  it.each([
    [{ hard_bounce: true }, { type: 'hard_bounce' }],
    [{ hard_bounce: 'true', blocked: true }, { type: 'hard_bounce' }],
    [{ hard_bounce: 1 }, { type: 'hard_bounce' }],
    [{ hard_bounce: false, error: 'greylisted' }, { type: 'deferred' }],
    [{ hard_bounce: false, error: 'quota exceeded' }, { type: 'soft_bounce' }],
    [
      { hard_bounce: false, blocked: true },
      { type: 'dropped', blames: 'address' },
    ],
    [{}, { type: 'soft_bounce' }],
  ])('that bounces with %o is %o', (fields, expected) => {
    expect(outcome({ event: 'bounce', ...fields })).toMatchObject(expected);
  });

  it.each([
    ['recipient', 'user unknown', 'address'],
    ['recipient', 'spam reporter', 'address'],
    ['domain', 'invalid domain', 'address'],
    ['domain', 'typofix', 'address'],
    ['mailjet', 'preblocked', 'address'],
    ['mailjet', 'duplicate in campaign', 'message'],
    ['content', 'bad or empty template', 'message'],
    ['spam', 'content blocked', 'message'],
    ['system', 'connection issue', 'message'],
    [undefined, undefined, 'address'],
  ])('that is blocked for %s, %s blames the %s', (error_related_to, error, blames) => {
    expect(outcome({ event: 'blocked', error_related_to, error })).toMatchObject({ type: 'dropped', blames });
  });

  it('names the list that the recipient left', () => {
    for (const [mj_list_id, scope] of [
      [0, '*'],
      ['0', '*'],
      ['', '*'],
      [4711, '4711'],
    ])
      expect(outcome({ event: 'unsub', mj_list_id })).toMatchObject({ scope });
  });

  it('is told from another in the same second by what it says', () => {
    const click = {
      ...base,
      event: 'click',
      url: 'https://example.com/a',
      ip: '203.0.113.5',
      agent: 'Firefox',
    };
    const others = [
      { url: 'https://example.com/b' },
      { ip: '203.0.113.6' },
      { agent: 'Safari' },
      { email: 'ben@example.com' },
      { time: 1767225601 },
      { mj_message_id: '195' },
      { event: 'open' },
    ].map((other) => ({ ...click, ...other }));
    expect(new Set([click, ...others].map((report) => only(report).id)).size).toBe(8);
    // The position of the recipient is not part of it.
    expect(only({ ...click, geo: 'FR' }).id).toBe(only(click).id);
    expect(only({ ...click, email: 'ANA@example.com' }).id).toBe(only(click).id);
  });

  it('without message, recipient and time is set apart', () => {
    expect(reasonOf({ event: 'sent' })).toBe('expected a message, a recipient or a time, found none of them');
    expect(reasonOf(['text'])).toBe('expected the event to be an object, found a string');
  });
});
