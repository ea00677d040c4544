import { describe, expect, it } from 'vitest';
import { postal } from '../../../providers/postal/normalize.ts';
import { payloadFile, readerOf } from '../../support/reading.ts';

const { only, reasonOf } = readerOf(postal);
const file = (name: string) => only(payloadFile('postal', name));
const message = { message_id: 'u1@rp.example.com', to: 'ana@example.com', direction: 'outgoing' };
const outcome = (event: string, fields: object = {}) =>
  only({ event, timestamp: 1767225600.5, payload: { message, ...fields }, uuid: 'u-1' });

describe('a Postal event', () => {
  it('of an attempt has the time of the attempt, and the answer of the server', () => {
    expect(file('delivery-failed.json')).toMatchObject({
      id: '7d0e1a2b-0000-4000-8000-000000000001',
      provider: 'postal',
      providerType: 'MessageDeliveryFailed',
      type: 'hard_bounce',
      messageId: 'u1@rp.example.com',
      recipient: 'gone@example.com',
      occurredAt: '2026-01-01T00:00:01.125Z',
      reason: 'Permanent SMTP delivery error when sending to mx.example.com',
      diagnostic: '550 5.1.1 unknown',
      smtpStatus: '5.1.1',
      tags: ['welcome'],
      sendingDomain: 'example.com',
    });
    expect(file('delayed.json')).toMatchObject({ type: 'deferred', smtpStatus: '4.7.1', tags: [] });
  });

  it('of a bounce is about the original message, and may be an automatic reply', () => {
    expect(file('bounced.json')).toMatchObject({
      type: 'soft_bounce',
      mayBeAutomaticReply: true,
      messageId: 'u1@rp.example.com',
      recipient: 'gone@example.com',
      occurredAt: '2026-01-01T00:01:40.500Z',
    });
  });

  it('of a click has the time of the request', () => {
    expect(file('clicked.json')).toMatchObject({
      type: 'click',
      url: 'https://example.com/a',
      ip: '203.0.113.5',
      occurredAt: '2026-01-01T00:03:20.500Z',
    });
  });

  it('about a domain is stored, without effect', () => {
    expect(file('dns-error.json')).toMatchObject({
      type: 'unknown',
      occurredAt: '2026-01-01T00:05:00.500Z',
      messageId: 'unnamed#postal#7d0e1a2b-0000-4000-8000-000000000005',
    });
  });

  it.each([
    ['MessageSent', { type: 'delivered' }],
    ['MessageDelayed', { type: 'deferred' }],
    ['MessageLoaded', { type: 'open' }],
    ['MessageLinkClicked', { type: 'click' }],
    ['SendLimitExceeded', { type: 'unknown' }],
    ['SomethingNew', { type: 'unknown' }],
    ['constructor', { type: 'unknown' }],
  ])('called %s is %o', (event, expected) => {
    expect(outcome(event)).toMatchObject({ ...expected, providerType: event });
  });

  const rejected = 'Permanent SMTP delivery error when sending to mx.example.com';
  it.each([
    [rejected, '550 5.1.1 no such user', { type: 'hard_bounce' }],
    [rejected, '550 5.1.10 gone', { type: 'hard_bounce' }],
    [rejected, '550 no such user', { type: 'hard_bounce' }],
    [rejected, '551 not here', { type: 'hard_bounce' }],
    [rejected, '553 bad mailbox', { type: 'hard_bounce' }],
    [rejected, '550 blocked by our policy', { type: 'soft_bounce' }],
    [rejected, '552 5.2.2 mailbox full', { type: 'soft_bounce' }],
    [rejected, '550 5.7.1 policy', { type: 'soft_bounce' }],
    [rejected, '554 spam', { type: 'soft_bounce' }],
    [rejected, undefined, { type: 'soft_bounce' }],
    ['Maximum number of delivery attempts (18) has been reached', '550 5.1.1 x', { type: 'soft_bounce' }],
    [
      'Message is likely spam. Threshold is 5 and the message scored 9',
      undefined,
      { type: 'dropped', blames: 'message' },
    ],
    ['Raw message has been removed', undefined, { type: 'dropped', blames: 'message' }],
    ["Message doesn't have an RCPT to", undefined, { type: 'dropped', blames: 'message' }],
    [undefined, undefined, { type: 'soft_bounce' }],
  ])('that failed with %s, %s is %o', (details, output, expected) => {
    expect(outcome('MessageDeliveryFailed', { details, output })).toMatchObject(expected);
  });

  it('that is held is not final, unless the address is on the list', () => {
    expect(outcome('MessageHeld', { details: 'Server is in development mode' })).toMatchObject({
      type: 'deferred',
    });
    expect(outcome('MessageHeld', { details: 'Recipient (x) is on the suppression list' })).toMatchObject({
      type: 'dropped',
      blames: 'address',
    });
  });

  it('about mail that Postal received is not an event of sent mail', () => {
    const incoming = { message: { ...message, direction: 'incoming' } };
    for (const event of ['MessageSent', 'MessageDeliveryFailed'])
      expect(outcome(event, incoming)).toMatchObject({ type: 'unknown', providerType: event });
  });

  it('without an id has a digest of what it says', () => {
    const event = (timestamp: number) => only({ event: 'MessageSent', timestamp, payload: { message } });
    expect(event(1.25).id).toBe(event(1.25).id);
    expect(event(1.250001).id).not.toBe(event(1.25).id);
  });

  it('without message, recipient and time is set apart', () => {
    expect(reasonOf({ event: 'MessageSent', uuid: 'u-1' })).toMatch(
      /^expected a message, a recipient or a time/,
    );
  });
});
