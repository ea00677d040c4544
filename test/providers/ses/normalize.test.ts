import { describe, expect, it } from 'vitest';
import { ses } from '../../../providers/ses/normalize.ts';
import { unreadableBodyOf } from '../../support/unreadable.ts';

const mail = {
  timestamp: '2026-01-01T00:00:00.000Z',
  messageId: '0102019f-1',
  source: 'Shop <no-reply@example.com>',
  sendingAccountId: '123456789012',
  destination: ['a@example.com'],
  tags: { 'ses:configuration-set': ['main'], 'ses:from-domain': ['example.com'], campaign: ['welcome'] },
};
const at = '2026-01-01T00:00:05.120Z';

const normalize = (body: unknown) =>
  ses.normalize({ headers: {}, body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)) });

const inEnvelope = (report: unknown) => ({
  Type: 'Notification',
  MessageId: '22b80b92-0000-4000-8000-000000000001',
  TopicArn: 'arn:aws:sns:eu-west-1:123456789012:ses-events',
  Message: typeof report === 'string' ? report : JSON.stringify(report),
});

function events(report: object) {
  const normalized = normalize(inEnvelope(report));
  expect(normalized.unreadable).toEqual([]);
  return normalized.events;
}

const bounce = (fields: object, recipients: object[] = [{ emailAddress: 'a@example.com' }]) => ({
  eventType: 'Bounce',
  bounce: { feedbackId: 'f1', timestamp: at, bouncedRecipients: recipients, ...fields },
  mail,
});

describe('an SES report', () => {
  it('gives each recipient of a bounce an event of its own', () => {
    const people = [
      {
        emailAddress: 'A@example.com',
        action: 'failed',
        status: '5.1.1',
        diagnosticCode: 'smtp; 550 5.1.1 unknown',
      },
      { emailAddress: 'b@example.com' },
    ];
    const both = events(bounce({ bounceType: 'Permanent', bounceSubType: 'NoEmail' }, people));
    expect(both).toMatchObject([
      {
        provider: 'ses',
        providerType: 'Bounce',
        type: 'hard_bounce',
        messageId: '0102019f-1',
        recipient: 'a@example.com',
        recipientAsGiven: 'A@example.com',
        occurredAt: at,
        reason: 'Permanent/NoEmail',
        diagnostic: 'smtp; 550 5.1.1 unknown',
        smtpStatus: '5.1.1',
        stream: 'main',
        tags: ['campaign=welcome'],
        sendingDomain: 'example.com',
      },
      { type: 'hard_bounce', recipient: 'b@example.com' },
    ]);
    expect(both[0]?.id).not.toBe(both[1]?.id);
  });

  it('means the same in an envelope, raw, and from either producer', () => {
    const report = bounce({ bounceType: 'Permanent', bounceSubType: 'General' });
    const { eventType, ...rest } = report;
    const notification = { notificationType: eventType, ...rest, mail: { ...mail, tags: undefined } };
    const ids = [normalize(inEnvelope(report)), normalize(report), normalize(inEnvelope(notification))].map(
      (normalized) => normalized.events[0]?.id,
    );
    expect(new Set(ids).size).toBe(1);
  });

  it.each([
    ['Permanent', 'General', 'hard_bounce'],
    ['Permanent', 'NoEmail', 'hard_bounce'],
    ['Permanent', 'Suppressed', 'dropped'],
    ['Permanent', 'OnAccountSuppressionList', 'dropped'],
    ['Permanent', 'OnTenantSuppressionList', 'dropped'],
    ['Permanent', 'EmailValidationSuppressed', 'dropped'],
    ['Permanent', 'UnsubscribedRecipient', 'dropped'],
    ['Permanent', 'SomethingNew', 'hard_bounce'],
    ['Transient', 'General', 'soft_bounce'],
    ['Transient', 'MailboxFull', 'soft_bounce'],
    ['Transient', 'CustomTimeoutExceeded', 'soft_bounce'],
    ['Undetermined', 'Undetermined', 'soft_bounce'],
  ])('of a bounce %s/%s is a %s', (bounceType, bounceSubType, type) => {
    expect(events(bounce({ bounceType, bounceSubType }))[0]?.type).toBe(type);
  });

  it.each([
    ['Transient', 'General', true],
    ['Undetermined', 'Undetermined', true],
    [undefined, undefined, true],
    ['Transient', 'MailboxFull', undefined],
    ['Transient', 'ContentRejected', undefined],
    ['Transient', undefined, undefined],
    ['Permanent', 'General', undefined],
  ])('of a bounce %s/%s may be an automatic reply: %s', (bounceType, bounceSubType, mayBe) => {
    const [event] = events(bounce({ bounceType, bounceSubType }));
    expect(event && 'mayBeAutomaticReply' in event ? event.mayBeAutomaticReply : undefined).toBe(mayBe);
  });

  it('of a permanent bounce is soft for a recipient with a temporary status', () => {
    const people = [
      { emailAddress: 'a@example.com', status: '4.4.7' },
      { emailAddress: 'b@example.com', action: 'delayed' },
      { emailAddress: 'c@example.com', status: '5.1.1' },
    ];
    const types = events(bounce({ bounceType: 'Permanent', bounceSubType: 'General' }, people)).map(
      (event) => event.type,
    );
    expect(types).toEqual(['soft_bounce', 'soft_bounce', 'hard_bounce']);
  });

  it.each([
    [{ complaintFeedbackType: 'abuse' }, 'complaint'],
    [{}, 'complaint'],
    [{ complaintFeedbackType: 'not-spam' }, 'unknown'],
    [{ complaintFeedbackType: 'auth-failure' }, 'unknown'],
    [{ complaintSubType: 'OnAccountSuppressionList' }, 'dropped'],
    [{ complaintSubType: null, complaintFeedbackType: 'virus' }, 'complaint'],
  ])('of a complaint with %o is a %s', (fields, type) => {
    const complaint = {
      feedbackId: 'f2',
      timestamp: at,
      complainedRecipients: [{ emailAddress: 'a@example.com' }],
      ...fields,
    };
    expect(events({ notificationType: 'Complaint', complaint, mail })[0]?.type).toBe(type);
  });

  it('of each other type is read from its own key', () => {
    const destination = ['a@example.com', 'b@example.com'];
    const several = { ...mail, destination };
    const delayed = [{ emailAddress: 'a@example.com', status: '4.2.2', diagnosticCode: 'smtp; 452 full' }];
    const visit = { timestamp: at, ipAddress: '203.0.113.5', userAgent: 'Mozilla/5.0', isBotEvent: 'Likely' };
    expect(events({ eventType: 'Send', send: {}, mail: several })).toMatchObject([
      { type: 'processed', recipient: 'a@example.com', occurredAt: mail.timestamp },
      { type: 'processed', recipient: 'b@example.com' },
    ]);
    expect(
      events({
        eventType: 'Delivery',
        delivery: { timestamp: at, recipients: destination, smtpResponse: '250 ok' },
        mail,
      }),
    ).toMatchObject([
      { type: 'delivered', recipient: 'a@example.com', diagnostic: '250 ok', occurredAt: at },
      { type: 'delivered', recipient: 'b@example.com' },
    ]);
    const delay = { timestamp: at, delayType: 'MailboxFull', delayedRecipients: delayed };
    expect(events({ eventType: 'DeliveryDelay', deliveryDelay: delay, mail })).toMatchObject([
      { type: 'deferred', reason: 'MailboxFull', smtpStatus: '4.2.2' },
    ]);
    expect(events({ eventType: 'Reject', reject: { reason: 'Bad content' }, mail })).toMatchObject([
      { type: 'dropped', blames: 'message', reason: 'Bad content' },
    ]);
    const failure = { templateName: 'welcome', errorMessage: 'no name' };
    expect(events({ eventType: 'Rendering Failure', failure, mail })).toMatchObject([
      { type: 'dropped', blames: 'message', template: 'welcome', diagnostic: 'no name' },
    ]);
    expect(
      events({ eventType: 'Click', click: { ...visit, link: 'https://example.com/a' }, mail }),
    ).toMatchObject([
      {
        type: 'click',
        url: 'https://example.com/a',
        machine: { likely: true, rule: 'ses isBotEvent' },
        recipient: 'a@example.com',
      },
    ]);
    expect(events({ eventType: 'SomethingNew', mail })).toMatchObject([
      { type: 'unknown', providerType: 'SomethingNew' },
    ]);
  });

  it('without a time of its own has that of the mail, else that of the SNS message', () => {
    const timeless = bounce({ timestamp: undefined, bounceType: 'Permanent' });
    const mailWithout = { ...mail, timestamp: undefined };
    const sent = '2026-01-01T00:00:07.000Z';
    const of = (report: object) => normalize({ ...inEnvelope(report), Timestamp: sent });
    const times = [
      timeless,
      { ...timeless, mail: mailWithout },
      { eventType: 'Send', send: {}, mail: mailWithout },
      { eventType: 'SomethingNew', mail: mailWithout },
    ].map((report) => of(report).events[0]?.occurredAt);
    expect(times).toEqual([mail.timestamp, sent, sent, sent]);
    expect(of(timeless)).toEqual(of(timeless));
    expect(of({ ...timeless, mail: mailWithout }).events[0]?.id).toBe(of(timeless).events[0]?.id);
  });

  it('without any time gets none from our clock, which would make another event of each redelivery', () => {
    const timeless = bounce({ timestamp: undefined, bounceType: 'Permanent' });
    expect(normalize({ ...timeless, mail: { ...mail, timestamp: undefined } }).events).toMatchObject([
      { type: 'hard_bounce', occurredAt: '1970-01-01T00:00:00.000Z' },
    ]);
  });

  it('without its mail, or without its type, is kept with what it says', () => {
    const report = bounce({ bounceType: 'Permanent' }, [{ emailAddress: 'a@example.com' }]);
    expect(normalize({ ...report, mail: undefined }).events).toMatchObject([
      { type: 'hard_bounce', recipient: 'a@example.com' },
    ]);
    expect(normalize({ ...report, eventType: undefined }).events).toMatchObject([
      { type: 'unknown', providerType: 'unnamed', messageId: mail.messageId },
    ]);
  });

  it('with a time that is not a string has that of the mail, also when it is tried again', () => {
    // 1e400 is a number in JSON, but JavaScript writes it as null.
    const [event] = normalize(JSON.stringify(bounce({ timestamp: 400 })).replace('400', '1e400')).events;
    expect(event?.occurredAt).toBe(mail.timestamp);
  });

  it('of an open has no recipient when the mail had several', () => {
    const open = { timestamp: at, ipAddress: '203.0.113.5', userAgent: 'Mozilla/5.0' };
    const [event, ...others] = events({
      eventType: 'Open',
      open,
      mail: { ...mail, destination: ['a@example.com', 'b@example.com'] },
    });
    expect(others).toEqual([]);
    expect(event).toMatchObject({ type: 'open' });
    expect(event?.recipient).toBeUndefined();
  });

  it('of a changed subscription is an unsubscribe or a resubscribe of its list or topic', () => {
    const preferences = (unsubscribeAll: boolean, topics: Record<string, string> = {}) => ({
      unsubscribeAll,
      topicSubscriptionStatus: Object.entries(topics).map(([topicName, subscriptionStatus]) => ({
        topicName,
        subscriptionStatus,
      })),
    });
    const changed = (oldTopicPreferences: object, newTopicPreferences: object) =>
      events({
        eventType: 'Subscription',
        subscription: { contactList: 'c', timestamp: at, oldTopicPreferences, newTopicPreferences },
        mail,
      });
    expect(changed(preferences(false), preferences(true))).toMatchObject([
      { type: 'unsubscribe', scope: 'c' },
    ]);
    expect(changed(preferences(true), preferences(false))).toMatchObject([
      { type: 'resubscribe', scope: 'c' },
    ]);
    const topics = changed(
      preferences(false, { x: 'OptIn', y: 'OptOut' }),
      preferences(false, { x: 'OptOut', y: 'OptIn' }),
    );
    expect(topics).toMatchObject([
      { type: 'unsubscribe', scope: 'c/x' },
      { type: 'resubscribe', scope: 'c/y' },
    ]);
    expect(new Set(topics.map((event) => event.id)).size).toBe(2);
    expect(changed(preferences(false), preferences(false))).toMatchObject([{ type: 'unknown' }]);
  });

  it('distinguishes two clicks of one instant by their links', () => {
    const click = (link: string, linkTags?: object) =>
      events({
        eventType: 'Click',
        click: { timestamp: at, ipAddress: 'i', userAgent: 'u', link, linkTags },
        mail,
      })[0]?.id;
    expect(click('https://example.com/a')).not.toBe(click('https://example.com/b'));
    expect(click('https://example.com/a', { x: ['1'], y: ['2'] })).toBe(
      click('https://example.com/a', { y: ['2'], x: ['1'] }),
    );
  });
});

describe('a service message of SNS or SES', () => {
  it('gives no event', () => {
    const greetings = [
      'Successfully validated SNS topic for Amazon SES event publishing.',
      { notificationType: 'AmazonSnsSubscriptionSucceeded', message: 'hello' },
      { notificationType: 'Received', mail },
    ];
    for (const greeting of greetings)
      expect(normalize(inEnvelope(greeting))).toEqual({ events: [], unreadable: [] });
  });
});

describe('an SES report that cannot be read', () => {
  it('does not affect other recipients, and can be tried again separately, with the envelope of SNS', () => {
    const broken = [{ status: '5.1.1' }, { status: '5.1.2' }];
    const people = [{ emailAddress: 'a@example.com' }, { emailAddress: 7 }, ...broken];
    const report = bounce(
      { timestamp: undefined, bounceType: 'Permanent', bounceSubType: 'General' },
      people,
    );
    // Without message and time, only those with an address say something.
    const body = JSON.stringify({ ...inEnvelope({ ...report, mail: {} }), Timestamp: undefined });
    const { events: good, unreadable } = normalize(body);
    expect(good.map((event) => event.recipient)).toEqual(['a@example.com', '7']);
    expect(unreadable.map(({ reason }) => reason)).toEqual([
      'expected a message, a recipient or a time, found none of them',
      'expected a message, a recipient or a time, found none of them',
    ]);
    const rest = unreadableBodyOf(ses, { headers: {}, body: Buffer.from(body) }).toString();
    expect(normalize(rest)).toEqual({ events: [], unreadable });
    expect({ ...JSON.parse(rest), Message: '' }).toEqual({ ...JSON.parse(body), Message: '' });
  });

  it('keeps the time of its SNS message when it is tried again separately', () => {
    const people = [{ emailAddress: 'a@example.com' }];
    const report = { ...bounce({ timestamp: undefined }, people), mail: { ...mail, timestamp: undefined } };
    const body = Buffer.from(JSON.stringify({ ...inEnvelope(report), Timestamp: at }));
    const { parts, bodyOf } = ses.split({ headers: {}, body });
    expect(normalize(bodyOf(parts).toString()).events).toMatchObject([
      { recipient: 'a@example.com', occurredAt: at },
    ]);
  });

  it('is unreadable as a whole when it has no known form, and is not quoted', () => {
    for (const body of ['secret', '[]', '{"secret":1}', inEnvelope('secret'), inEnvelope('"secret"')]) {
      expect(() => normalize(body)).toThrow(/^ses: expected/);
      expect(() => normalize(body)).not.toThrow(/secret/);
    }
  });
});

describe('what SES tells of a send', () => {
  const delivery = (fields: object = {}) => ({
    eventType: 'Delivery',
    delivery: { timestamp: at, recipients: ['a@example.com'] },
    mail: { ...mail, ...fields },
  });

  it('has the tags of the sender as metadata, and none of those that SES adds', () => {
    const tags = { 'ses:outgoing-ip': ['192.0.2.1'], topic: ['b', 'a'], tenant: ['t1'], empty: [] };
    expect(events(delivery({ tags }))[0]?.metadata).toEqual({ tenant: 't1', topic: 'b,a' });
  });

  it('has the domain of the sender also where a notification has no tags', () => {
    const [event] = events(delivery({ tags: undefined, source: 'Shop <no-reply@Shop.example>' }));
    expect(event).toMatchObject({ sendingDomain: 'shop.example', tags: [] });
    expect(event?.metadata).toBeUndefined();
  });

  it('has the time of the mail, unless it is unreadable or later than the event', () => {
    const sentAt = (timestamp: unknown) => events(delivery({ timestamp }))[0]?.sentAt;
    expect(sentAt('2026-01-01T00:00:00Z')).toBe('2026-01-01T00:00:00.000Z');
    for (const odd of ['yesterday', '2026-01-01T00:00:06.000Z', undefined, null, 7e20])
      expect(sentAt(odd)).toBeUndefined();
  });
});
