import { describe, expect, it } from 'vitest';
import { emailit } from '../../../providers/emailit/normalize.ts';
import { payloadFile, readerOf } from '../../support/reading.ts';

const { all, only, reasonOf } = readerOf(emailit);
const object = { id: 'em_1', to: 'ana@example.com', created_at: '2026-01-01T00:00:00.000000+00:00' };
const outcome = (type: string, fields: object = {}) =>
  only([{ event_id: 'evt_1', type, data: { object: { ...object, ...fields } } }]);

describe('an Emailit event', () => {
  it('has recipient, time, message and details', () => {
    const [bounce, click, contact] = all(payloadFile('emailit', 'events.json'));
    expect(bounce).toMatchObject({
      id: 'evt_2bH7kNwP5mQaV1sXgIdKe6pZr',
      provider: 'emailit',
      providerType: 'email.bounced',
      type: 'hard_bounce',
      messageId: 'em_4yM2nTvR8oPcX3uZiKeLg7sB',
      recipient: 'gone@example.com',
      occurredAt: '2026-01-01T00:00:05.481Z',
      sendingDomain: 'example.com',
    });
    expect(click).toMatchObject({
      type: 'click',
      messageId: 'em_4yM2nTvR8oPcX3uZiKeLg7sC',
      recipient: 'ana@example.com',
      occurredAt: '2026-01-01T00:01:40.481Z',
      url: 'https://example.com/a',
      ip: '203.0.113.5',
      sendingDomain: 'example.com',
    });
    // The id of a contact is not that of a message.
    expect(contact).toMatchObject({
      type: 'unknown',
      messageId: 'unnamed#emailit#evt_2bH7kNwP5mQaV1sXgIdKe6pZt',
      recipient: 'ana@example.com',
    });
  });

  it('can come alone', () => {
    expect(only(payloadFile('emailit', 'single.json'))).toMatchObject({
      type: 'processed',
      occurredAt: '2026-01-01T00:00:00.481Z',
    });
  });

  it.each([
    ['email.accepted', { type: 'processed' }],
    ['email.scheduled', { type: 'processed' }],
    ['email.delivered', { type: 'delivered' }],
    ['email.attempted', { type: 'deferred' }],
    ['email.bounced', { type: 'hard_bounce' }],
    ['email.suppressed', { type: 'dropped', blames: 'address' }],
    ['email.rejected', { type: 'dropped', blames: 'message' }],
    ['email.failed', { type: 'dropped', blames: 'message' }],
    ['email.complained', { type: 'complaint' }],
    ['email.loaded', { type: 'open' }],
    ['email.clicked', { type: 'click' }],
    ['email.received', { type: 'unknown' }],
    ['suppression.created', { type: 'unknown' }],
    ['constructor', { type: 'unknown' }],
  ])('called %s is %o', (type, expected) => {
    expect(outcome(type)).toMatchObject({ ...expected, providerType: type });
  });

  it('without an id has a digest of what it says', () => {
    const idOf = (type: string) => only([{ type, data: { object } }]).id;
    expect(idOf('email.loaded')).toBe(idOf('email.loaded'));
    expect(idOf('email.loaded')).not.toBe(idOf('email.clicked'));
  });

  it('without message, recipient and time is set apart', () => {
    expect(reasonOf([{ event_id: 'evt_1', type: 'email.delivered', data: {} }])).toMatch(
      /^expected a message, a recipient or a time/,
    );
  });
});
