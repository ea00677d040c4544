import { describe, expect, it } from 'vitest';
import type { EmailEvent } from '../../core/email-event.ts';
import { columnName, type Fields } from '../../providers/columns.ts';
import { historyFormatNames, historyFormatOf } from '../../providers/history-formats.ts';
import { manifestOf } from '../../providers/manifests.ts';
import { normalizersWith } from '../../providers/normalizers.ts';

async function read(name: string, record: object) {
  const known = await historyFormatOf(name);
  if (!known) throw new Error(`${name} is not known`);
  const { provider, format } = known;
  const fields: Fields = Object.fromEntries(
    Object.entries(record).map(([key, value]) => [columnName(key), value]),
  );
  const { reports, leftOut } = format.read(fields, JSON.stringify(record));
  const events: EmailEvent[] = [];
  for (const report of reports) {
    const normalized = normalizersWith({})(provider)?.normalize(format.requestOf([report]));
    expect(normalized?.unreadable).toEqual([]);
    events.push(...(normalized?.events ?? []));
  }
  return { events, leftOut, reports };
}

/** A row of Email Activity. */
const activity = (over: object) => ({
  processed: '2026-01-01 00:00:01',
  message_id: 'abc.filter0001.123.0',
  event: 'delivered',
  email: 'Ana@example.com',
  subject: 'Hello',
  asm_group_id: '12',
  template_id: 'd-1',
  reason: '',
  type: '',
  categories: '["news","a, b"]',
  unique_args: '{"order":"4711","email":"not this"}',
  ...over,
});

describe('a row of SendGrid’s Email Activity', () => {
  it('becomes the event that the webhook would report', async () => {
    const { events } = await read('sendgrid-activity', activity({}));
    expect(events).toMatchObject([
      {
        provider: 'sendgrid',
        type: 'delivered',
        messageId: 'abc',
        recipient: 'ana@example.com',
        occurredAt: '2026-01-01T00:00:01.000Z',
        stream: '12',
        tags: ['news', 'a, b'],
        template: 'd-1',
        payload: { order: '4711' },
      },
    ]);
  });

  it.each([
    ['processed', '', '', 'processed'],
    ['opened', '', '', 'open'],
    ['clicked', '', '', 'click'],
    ['deferred', '', '450 4.2.1 later', 'deferred'],
    ['dropped', '', 'Bounced Address', 'dropped'],
    ['spam_report', '', '', 'complaint'],
    ['unsubscribe', '', '', 'unsubscribe'],
    ['group_unsubscribe', '', '', 'unsubscribe'],
    ['group_resubscribe', '', '', 'resubscribe'],
    ['bounced', 'bounce', '', 'hard_bounce'],
    ['bounced', 'blocked', '550 5.7.1 listed', 'soft_bounce'],
    ['bounced', '', '550 5.1.1 no such user', 'hard_bounce'],
    ['bounced', '', '421 try later', 'soft_bounce'],
    ['bounced', '', '', 'soft_bounce'],
    ['moved', '', '', 'unknown'],
  ])('%s of type "%s" with "%s" is %s', async (event, type, reason, becomes) => {
    const { events } = await read('sendgrid-activity', activity({ event, type, reason }));
    expect(events).toMatchObject([{ type: becomes }]);
  });

  it('has the same id each time, and another one for another row', async () => {
    const idOf = async (over: object) => (await read('sendgrid-activity', activity(over))).events[0]?.id;
    expect(await idOf({})).toBe(await idOf({ subject: 'another' }));
    expect(await idOf({ processed: '2026-01-01T00:00:02Z' })).not.toBe(await idOf({}));
  });

  it('is refused without an event or a time', async () => {
    await expect(read('sendgrid-activity', activity({ event: '' }))).rejects.toThrow('"event"');
    await expect(read('sendgrid-activity', activity({ processed: 'x' }))).rejects.toThrow('expected a time');
  });
});

describe('an event of Mailgun', () => {
  const event = {
    event: 'failed',
    severity: 'permanent',
    id: 'x1',
    timestamp: 1767225600.5,
    recipient: 'ana@example.com',
    message: { headers: { 'message-id': '1@example.com' } },
    'delivery-status': { code: 550, message: 'no such user' },
  };

  it('has the id that the webhook gives it', async () => {
    const { events } = await read('mailgun-events', event);
    const webhook = normalizersWith({})('mailgun')?.normalize({
      headers: {},
      body: Buffer.from(JSON.stringify({ signature: {}, 'event-data': event })),
    });
    expect(events).toMatchObject([{ type: 'hard_bounce', messageId: '1@example.com' }]);
    expect(events).toEqual(webhook?.events);
    expect((await read('mailgun-events', { signature: {}, 'event-data': event })).events).toEqual(events);
  });

  it('is refused when it is something else', async () => {
    await expect(read('mailgun-events', { address: 'x' })).rejects.toThrow('expected an event with "event"');
  });
});

describe('a report of SES in a file of Firehose', () => {
  const report = {
    eventType: 'Delivery',
    mail: { timestamp: '2026-01-01T00:00:00.000Z', messageId: 's1', destination: ['ana@example.com'] },
    delivery: {
      timestamp: '2026-01-01T00:00:01.000Z',
      recipients: ['ana@example.com'],
      smtpResponse: '250 OK',
    },
  };

  it('has the id that it has when it comes through the topic', async () => {
    const published = normalizersWith({})('ses')?.normalize({
      headers: {},
      body: Buffer.from(
        JSON.stringify({
          Type: 'Notification',
          TopicArn: 'arn:aws:sns:us-east-1:1:t',
          Timestamp: '2026-01-01T00:00:05.000Z',
          Message: JSON.stringify(report),
        }),
      ),
    });
    const { events } = await read('ses-firehose', report);
    expect(events).toMatchObject([{ type: 'delivered', messageId: 's1' }]);
    expect(events).toEqual(published?.events);
  });

  it('is refused when it is something else', async () => {
    await expect(read('ses-firehose', { a: 1 })).rejects.toThrow('expected a report of SES');
  });
});

describe('a message of Postmark', () => {
  const message = {
    MessageID: 'p1',
    MessageStream: 'outbound',
    Tag: 'welcome',
    MessageEvents: [
      {
        Recipient: 'ana@example.com',
        Type: 'Delivered',
        ReceivedAt: '2025-12-31T19:00:01.1234567-05:00',
        Details: { DeliveryMessage: 'smtp;250 2.0.0 OK' },
      },
      { Recipient: 'ana@example.com', Type: 'Opened', ReceivedAt: '2025-12-31T19:00:02-05:00', Details: {} },
      {
        Recipient: 'ana@example.com',
        Type: 'LinkClicked',
        ReceivedAt: '2025-12-31T19:00:03-05:00',
        Details: { Link: 'https://example.com' },
      },
      {
        Recipient: 'ben@example.com',
        Type: 'Transient',
        ReceivedAt: '2025-12-31T19:00:01-05:00',
        Details: {},
      },
      { Recipient: 'ben@example.com', Type: 'Bounced', ReceivedAt: '2025-12-31T19:00:04-05:00', Details: {} },
    ],
  };

  it('becomes the events that the webhook would report, except for bounces of unknown kind', async () => {
    const { events, leftOut } = await read('postmark-messages', message);
    expect(events.map(({ type, recipient, messageId }) => [type, recipient, messageId])).toEqual([
      ['delivered', 'ana@example.com', 'p1'],
      ['open', 'ana@example.com', 'p1'],
      ['click', 'ana@example.com', 'p1'],
      ['deferred', 'ben@example.com', 'p1'],
    ]);
    expect(events[0]).toMatchObject({
      occurredAt: '2026-01-01T00:00:01.123Z',
      stream: 'outbound',
      tags: ['welcome'],
    });
    expect(leftOut).toEqual([expect.stringContaining('GET /bounces')]);
  });

  it('tells who left or joined its stream, unless that followed from a bounce', async () => {
    const change = (Origin: string, SuppressSending: unknown, Recipient = 'ana@example.com') => ({
      Recipient,
      Type: 'SubscriptionChanged',
      ReceivedAt: '2025-12-31T19:00:05-05:00',
      Details: { Origin, SuppressSending },
    });
    const after = async (...MessageEvents: object[]) =>
      read('postmark-messages', { ...message, MessageStream: 'news', MessageEvents });
    expect((await after(change('Recipient', 'True'))).events).toMatchObject([
      {
        type: 'unsubscribe',
        scope: 'news',
        recipient: 'ana@example.com',
        messageId: 'p1',
        occurredAt: '2026-01-01T00:00:05.000Z',
      },
    ]);
    expect((await after(change('Customer', 'False'))).events).toMatchObject([
      { type: 'resubscribe', scope: 'news' },
    ]);
    expect((await after(change('Admin', true))).events).toMatchObject([
      { type: 'dropped', blames: 'address' },
    ]);
    const bounced = { ...message.MessageEvents[4], Recipient: 'ana@example.com' };
    expect(await after(bounced, change('Recipient', 'True'))).toMatchObject({
      events: [],
      leftOut: [expect.stringContaining('do not say their kind'), expect.stringContaining('after a bounce')],
    });
    expect((await after(bounced, change('Recipient', 'True', 'ben@example.com'))).events).toHaveLength(1);
  });

  it('names each type of event that is left out', async () => {
    const events = ['Delayed', 'Delayed', 'Foreseen'].map((Type) => ({ ...message.MessageEvents[1], Type }));
    expect(await read('postmark-messages', { ...message, MessageEvents: events })).toMatchObject({
      events: [],
      leftOut: [
        'events of type "Delayed", which Mailfold does not know',
        'events of type "Foreseen", which Mailfold does not know',
      ],
    });
  });

  it('bounces as the list of bounces says', async () => {
    const bounce = {
      ID: 1,
      Type: 'HardBounce',
      MessageID: 'p1',
      Email: 'ben@example.com',
      BouncedAt: '2026-01-01T00:00:04Z',
    };
    expect((await read('postmark-messages', bounce)).events).toMatchObject([
      { type: 'hard_bounce', recipient: 'ben@example.com', messageId: 'p1' },
    ]);
    expect((await read('postmark-messages', { ...bounce, Type: 'SpamComplaint' })).events).toMatchObject([
      { type: 'complaint' },
    ]);
    await expect(read('postmark-messages', { a: 1 })).rejects.toThrow('MessageEvents');
  });
});

describe.each(historyFormatNames)('the form %s', (name) => {
  it('begins with the name of its provider, and says where its files come from', async () => {
    const known = await historyFormatOf(name);
    expect(manifestOf(known?.provider ?? '')).toBeDefined();
    expect(name.startsWith(`${known?.provider}-`)).toBe(true);
    expect(known?.format.origin).toMatch(/^[a-zA-Z].*[^.]$/);
    expect(await historyFormatOf('constructor')).toBeUndefined();
  });
});
