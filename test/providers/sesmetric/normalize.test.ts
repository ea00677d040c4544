import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sesmetric } from '../../../providers/sesmetric/normalize.ts';
import { simulate } from '../../../providers/sesmetric/simulate.ts';
import { unreadableBodyOf } from '../../support/unreadable.ts';

const normalize = (report: unknown) =>
  sesmetric.normalize({ headers: {}, body: Buffer.from(JSON.stringify(report)) });

function only(report: unknown) {
  const { events, unreadable } = normalize(report);
  expect(unreadable).toEqual([]);
  expect(events).toHaveLength(1);
  return events[0] as NonNullable<(typeof events)[0]>;
}

/** The shape of SESMetric's public page, May 2026. */
const payload = {
  sm_mail_id: 17,
  messageId: '0100-1',
  subject: 'Hi',
  source: 'Shop <no-reply@Example.com>',
  recipients: ['Ana@example.com'],
  eventTimestamp: '2026-01-01T00:00:05.126Z',
};
const onThePage = (event_type: string, details: object = {}) => ({
  event_type,
  user_id: 42,
  payload: { ...payload, ...details },
});

describe('a SESMetric event', () => {
  const forms = {
    'type, at the top': (type: string, details: object) => ({ id: 'evt_1', type, ...payload, ...details }),
    'type, in data': (type: string, details: object) => ({
      id: 'evt_1',
      type,
      data: { ...payload, ...details },
    }),
    'type, in payload': (type: string, details: object) => ({
      id: 'evt_1',
      type,
      payload: { ...payload, ...details },
    }),
    'event_type, in payload': onThePage,
  };
  const meanings: [string, object, object][] = [
    ['delivery', { smtpResponse: '250 OK' }, { type: 'delivered', diagnostic: '250 OK' }],
    ['Delivery', {}, { type: 'delivered', providerType: 'delivery' }],
    [
      'bounce',
      { bounceType: 'Permanent', bounceSubType: 'General' },
      { type: 'hard_bounce', reason: 'Permanent/General' },
    ],
    ['bounce', { bounceType: 'hard' }, { type: 'hard_bounce' }],
    [
      'bounce',
      { bounceType: 'Permanent', bounceSubType: 'OnAccountSuppressionList' },
      { type: 'dropped', blames: 'address' },
    ],
    ['bounce', { bounceType: 'Transient', bounceSubType: 'MailboxFull' }, { type: 'soft_bounce' }],
    ['bounce', { bounceType: 'soft' }, { type: 'soft_bounce' }],
    ['bounce', { bounce: { bounceType: 'Permanent' } }, { type: 'hard_bounce' }],
    ['bounce', {}, { type: 'soft_bounce' }],
    ['complaint', { complaintFeedbackType: 'abuse' }, { type: 'complaint', reason: 'abuse' }],
    ['complaint', { complaintFeedbackType: 'not-spam' }, { type: 'unknown' }],
    ['complaint', {}, { type: 'complaint' }],
    [
      'open',
      { userAgent: 'Mozilla/5.0', ipAddress: '203.0.113.5' },
      { type: 'open', machine: { likely: true }, ip: '203.0.113.5' },
    ],
    ['click', { link: 'https://example.com/a' }, { type: 'click', url: 'https://example.com/a' }],
    ['teleported', {}, { type: 'unknown', providerType: 'teleported' }],
    ['constructor', {}, { type: 'unknown' }],
    ['__proto__', {}, { type: 'unknown' }],
  ];
  const cases = Object.entries(forms).flatMap(([form, make]) =>
    meanings.map(([word, details, meaning]) => ({
      form,
      word,
      details,
      meaning,
      report: make(word, details),
    })),
  );

  it.each(cases)('with $form: $word and $details means $meaning', ({ report, meaning }) => {
    expect(only(report)).toMatchObject({
      ...meaning,
      provider: 'sesmetric',
      messageId: '0100-1',
      recipient: 'ana@example.com',
      occurredAt: '2026-01-01T00:00:05.126Z',
      sendingDomain: 'example.com',
    });
  });

  it('without a time is stored with a fixed one', () => {
    const report = { id: 'evt_1', type: 'bounce', messageId: 'm1' };
    const event = only(report);
    expect(event).toMatchObject({
      id: 'evt_1',
      type: 'soft_bounce',
      messageId: 'm1',
      occurredAt: '1970-01-01T00:00:00.000Z',
      payload: report,
    });
    expect(event.recipient).toBeUndefined();
    expect(only(report)).toEqual(event);
  });

  it('reads a time in seconds and in milliseconds too', () => {
    for (const timestamp of [1767225600, '1767225600', 1767225600000])
      expect(only({ id: 'e', type: 'open', timestamp }).occurredAt).toBe('2026-01-01T00:00:00.000Z');
  });

  it('without an id gets one from its content, the same every time', () => {
    const click = onThePage('click', { link: 'https://example.com/a' });
    const reports = [
      click,
      onThePage('click', { link: 'https://example.com/b' }),
      onThePage('open'),
      onThePage('click', { link: 'https://example.com/a', recipients: ['b@example.com'] }),
      onThePage('click', { link: 'https://example.com/a', messageId: '0100-2' }),
      onThePage('click', { link: 'https://example.com/a', eventTimestamp: '2026-01-01T00:00:06Z' }),
      { event_type: 'click', recipient: 'a@example.com' },
      { event_type: 'click', recipient: 'a@example.com', user_id: 42 },
    ];
    const ids = reports.map((report) => only(report).id);
    expect(new Set(ids).size).toBe(reports.length);
    expect(only(JSON.parse(JSON.stringify(click))).id).toBe(ids[0]);
    expect(only({ event_type: 'click', recipient: 'a@example.com', user_id: 42 }).id).toBe(ids.at(-1));
  });

  it('of a delivery to several recipients is one event for each, with its own id', () => {
    const recipients = ['a@example.com', { emailAddress: 'b@example.com' }];
    const { events } = normalize({ id: 'evt_1', type: 'delivery', data: { ...payload, recipients } });
    expect(events.map((event) => event.recipient)).toEqual(['a@example.com', 'b@example.com']);
    expect(new Set(events.map((event) => event.id)).size).toBe(2);
  });

  it.each(['bounce', 'complaint', 'open', 'click'])('%s of a mail to several names nobody', (word) => {
    const event = only(onThePage(word, { recipients: ['a@example.com', 'b@example.com'] }));
    expect(event.recipient).toBeUndefined();
  });

  it('has only the recipients that Amazon SES lists as bounced', () => {
    const bouncedRecipients = [{ emailAddress: 'a@example.com' }, { emailAddress: 'b@example.com' }];
    const recipients = ['a@example.com', 'b@example.com', 'c@example.com'];
    const { events } = normalize(onThePage('bounce', { bouncedRecipients, recipients }));
    expect(events.map((event) => event.recipient)).toEqual(['a@example.com', 'b@example.com']);
  });

  it('loses only the unreadable recipient, which can be tried again separately', () => {
    const recipients = ['a@example.com', 'x'.repeat(2000), 'b@example.com'];
    // Without message and time, only an address says something.
    const payload = { subject: 'Hi' };
    const report = { id: 'evt_1', type: 'delivery', data: { ...payload, recipients } };
    const { events, unreadable } = normalize(report);
    expect(events.map((event) => event.recipient)).toEqual(['a@example.com', 'b@example.com']);
    expect(unreadable.map(({ reason }) => reason)).toEqual([
      'expected a message, a recipient or a time, found none of them',
    ]);
    const rest = unreadableBodyOf(sesmetric, { headers: {}, body: Buffer.from(JSON.stringify(report)) });
    const alone = JSON.parse(rest.toString());
    expect(normalize(alone)).toMatchObject({ events: [], unreadable: [{ reason: unreadable[0]?.reason }] });
    // Once it is readable, it has the same id as it would have had in the full event.
    const readable = normalize({
      ...report,
      data: { ...payload, recipients: ['a@example.com', 'c@example.com'] },
    });
    const before = normalize({
      ...report,
      data: { ...payload, recipients: ['c@example.com', 'd@example.com'] },
    });
    expect(readable.events[1]?.id).toBe(before.events[0]?.id);
    expect(alone.id).not.toBe('evt_1');
    expect(only({ ...alone, recipients: ['c@example.com'] }).id).toBe(alone.id);
  });

  it('that cannot be read is split off, and not quoted', () => {
    expect(normalize({ id: 'evt_1' }).unreadable.map(({ reason }) => reason)).toEqual([
      'expected a message, a recipient or a time, found none of them',
    ]);
    expect(normalize({ type: 'open', timestamp: 'soon' }).unreadable).toHaveLength(1);
    for (const body of ['["secret@example.com"]', '{"secret'])
      expect(() => sesmetric.normalize({ headers: {}, body: Buffer.from(body) })).toThrow(
        /^sesmetric: expected (a JSON object, found a list|a JSON body, found 8 bytes that are not JSON)$/,
      );
  });
});

describe('the events of the SESMetric simulator', () => {
  const at = new Date('2026-01-01T00:00:00Z');
  const to = ['a@example.com', 'b@example.com'];
  const eventsOf = (kind: string) =>
    simulate
      .payloadsOf([{ kind, to, messageId: 'm1', at }])
      .flatMap((body) => sesmetric.normalize(simulate.sign(body, 'sm_test_secret', at)).events);

  it.each(simulate.kinds)('is understood: %s', (kind) => {
    const events = eventsOf(kind);
    expect(events.map((event) => event.type)).toEqual([kind, kind]);
    expect(events.map((event) => event.recipient)).toEqual(to);
    expect(events.map((event) => event.messageId)).toEqual(['m1', 'm1']);
  });

  it('has a different id for each event', () => {
    const ids = simulate.kinds.flatMap(eventsOf).map((event) => event.id);
    expect(new Set(ids).size).toBe(2 * simulate.kinds.length);
  });
});

describe("the examples in SESMetric's README", () => {
  const path = '../../../providers/sesmetric/README.md';
  const readme = readFileSync(new URL(path, import.meta.url), 'utf8');
  const examples = [...readme.matchAll(/```json\n(.*?)```/gs)].map(([, json]) => JSON.parse(json ?? ''));

  it('are readable', () => {
    expect(examples.map((example) => only(example).type)).toEqual(['hard_bounce', 'delivered']);
  });
});
