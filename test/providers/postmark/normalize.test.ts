import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { postmark } from '../../../providers/postmark/normalize.ts';
import { simulate } from '../../../providers/postmark/simulate.ts';
import { UnreadableBody } from '../../../providers/provider.ts';
import { unreadableBodyOf } from '../../support/unreadable.ts';

const normalize = (body: string | Buffer | object) =>
  postmark.normalize({
    headers: {},
    body: Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  });

function only(body: string | Buffer | object) {
  const { events, unreadable } = normalize(body);
  expect(unreadable).toEqual([]);
  expect(events).toHaveLength(1);
  return events[0] as NonNullable<(typeof events)[0]>;
}

// Shapes: Postmark's webhooks overview as of September 2026; every value is made up.
const message = '7b1c0e1a-0000-4000-8000-000000000001';
const common = { MessageStream: 'outbound', ServerID: 23, MessageID: message, Tag: 'welcome', Metadata: {} };
const delivery = {
  ...common,
  RecordType: 'Delivery',
  Recipient: 'Ana@Example.com',
  DeliveredAt: '2026-01-01T00:00:01.1234567Z',
  Details: 'smtp;250 2.0.0 OK',
};
const bounce = {
  ...common,
  RecordType: 'Bounce',
  ID: 692560173,
  Type: 'HardBounce',
  TypeCode: 1,
  Details: 'smtp;550 5.1.1 unknown user',
  Description: 'canned text',
  Email: 'gone@example.com',
  From: 'no-reply@example.com',
  BouncedAt: '2026-01-01T00:00:02.7654321-04:00',
  Inactive: false,
  CanActivate: true,
};
const open = {
  ...common,
  RecordType: 'Open',
  Recipient: 'ana@example.com',
  ReceivedAt: '2026-01-01T00:05:00.0000001Z',
  FirstOpen: true,
  UserAgent: 'Mozilla/5.0 (X11) Firefox/140.0',
  Geo: { IP: '203.0.113.5' },
};
const click = {
  ...open,
  RecordType: 'Click',
  OriginalLink: 'https://example.com/a',
  ClickLocation: 'HTML',
};
const change = {
  ...common,
  RecordType: 'SubscriptionChange',
  Recipient: 'ana@example.com',
  ChangedAt: '2026-01-01T00:06:00Z',
  Origin: 'Recipient',
  SuppressSending: true,
  SuppressionReason: 'ManualSuppression',
};

describe('a Postmark report', () => {
  it('of a delivery has recipient, time, message and details', () => {
    expect(only(delivery)).toEqual({
      id: expect.stringMatching(/^[\w-]{43}$/),
      provider: 'postmark',
      providerType: 'Delivery',
      type: 'delivered',
      messageId: message,
      recipient: 'ana@example.com',
      recipientAsGiven: 'Ana@Example.com',
      occurredAt: '2026-01-01T00:00:01.123Z',
      stream: 'outbound',
      tags: ['welcome'],
      diagnostic: 'smtp;250 2.0.0 OK',
      smtpStatus: '2.0.0',
      payload: delivery,
    });
  });

  it('of an open or a click has the visitor and the link', () => {
    const visit = { userAgent: 'Mozilla/5.0 (X11) Firefox/140.0', ip: '203.0.113.5', machine: undefined };
    expect(only(open)).toMatchObject({ type: 'open', ...visit, occurredAt: '2026-01-01T00:05:00.000Z' });
    expect(only(click)).toMatchObject({ type: 'click', ...visit, url: 'https://example.com/a' });
    expect(only({ ...open, Geo: null, UserAgent: '' })).toMatchObject({ type: 'open', ip: undefined });
  });

  it.each([
    ['Unsubscribe', 'unsubscribe'],
    ['HardBounce', 'hard_bounce'],
  ])('of a bounce %s without an address is kept, without a recipient', (Type, type) => {
    for (const Email of [undefined, null, '']) {
      const event = only({ ...bounce, Type, Email });
      expect(event).toMatchObject({ type, messageId: message });
      expect(event).not.toHaveProperty('recipient');
      expect(only({ ...bounce, Type, Email }).id).toBe(event.id);
    }
  });

  it('of any other type without an address is kept too', () => {
    const complaint = { ...bounce, RecordType: 'SpamComplaint', Email: undefined };
    expect(only(complaint)).toMatchObject({ type: 'complaint', messageId: message });
    expect(only({ ...delivery, Recipient: undefined })).not.toHaveProperty('recipient');
    // The field of another type will do.
    expect(only({ ...delivery, Recipient: undefined, Email: 'ana@example.com' })).toMatchObject({
      recipient: 'ana@example.com',
    });
  });

  it("of an open by Apple's proxy is a machine's", () => {
    expect(only({ ...open, UserAgent: 'Mozilla/5.0' })).toMatchObject({ machine: { likely: true } });
  });

  it('of a complaint is a complaint, whatever its type and code', () => {
    for (const fields of [
      { Type: 'SpamComplaint', TypeCode: 100001 },
      { Type: 'SpamNotification', TypeCode: 512 },
    ])
      expect(only({ ...bounce, RecordType: 'SpamComplaint', ...fields }).type).toBe('complaint');
  });

  it('of a bounce has the answer of the server, or else the description of Postmark', () => {
    expect(only(bounce)).toMatchObject({
      reason: 'HardBounce',
      diagnostic: 'smtp;550 5.1.1 unknown user',
      smtpStatus: '5.1.1',
      occurredAt: '2026-01-01T04:00:02.765Z',
    });
    expect(only({ ...bounce, Details: '' })).toMatchObject({
      diagnostic: 'canned text',
      smtpStatus: undefined,
    });
    expect(only({ ...bounce, Details: 'host 5.1.1.7 refused' })).toMatchObject({ smtpStatus: undefined });
  });
});

describe('a Postmark bounce', () => {
  it.each([
    ['HardBounce', 1, { type: 'hard_bounce' }],
    ['Transient', 2, { type: 'deferred' }],
    ['Unsubscribe', 16, { type: 'unsubscribe', scope: 'outbound' }],
    ['Subscribe', 32, { type: 'resubscribe', scope: 'outbound' }],
    ['AutoResponder', 64, { type: 'unknown' }],
    ['AddressChange', 128, { type: 'unknown' }],
    ['DnsError', 256, { type: 'deferred' }],
    ['SpamNotification', 512, { type: 'soft_bounce' }],
    ['OpenRelayTest', 1024, { type: 'unknown' }],
    ['Unknown', 2048, { type: 'unknown' }],
    ['SoftBounce', 4096, { type: 'soft_bounce' }],
    ['VirusNotification', 8192, { type: 'soft_bounce' }],
    ['ChallengeVerification', 16384, { type: 'unknown' }],
    ['BadEmailAddress', 100000, { type: 'hard_bounce' }],
    ['SpamComplaint', 100001, { type: 'complaint' }],
    ['ManuallyDeactivated', 100002, { type: 'dropped', blames: 'address' }],
    ['Unconfirmed', 100003, { type: 'dropped', blames: 'address' }],
    ['Blocked', 100006, { type: 'soft_bounce' }],
    ['SMTPApiError', 100007, { type: 'dropped', blames: 'address' }],
    ['InboundError', 100008, { type: 'unknown' }],
    ['DMARCPolicy', 100009, { type: 'dropped', blames: 'message' }],
    ['TemplateRenderingFailed', 100010, { type: 'dropped', blames: 'message' }],
    ['SomethingNew', 1, { type: 'unknown' }],
    ['constructor', 1, { type: 'unknown' }],
    ['__proto__', 1, { type: 'unknown' }],
  ])('of type %s (%i) is %o', (Type, TypeCode, expected) => {
    expect(only({ ...bounce, Type, TypeCode })).toMatchObject(expected);
  });

  it('is decided by the name of its type, not by its code', () => {
    expect(only({ ...bounce, Type: 'Blocked', TypeCode: 1 }).type).toBe('soft_bounce');
    expect(only({ ...bounce, Type: 'HardBounce', TypeCode: 16 }).type).toBe('hard_bounce');
  });

  it.each([
    ['SpamNotification', { type: 'dropped', blames: 'address', reason: 'SpamNotification' }],
    ['SoftBounce', { type: 'dropped', blames: 'address', reason: 'SoftBounce' }],
    ['Transient', { type: 'dropped', blames: 'address', reason: 'Transient' }],
    ['AutoResponder', { type: 'dropped', blames: 'address', reason: 'AutoResponder' }],
    ['DMARCPolicy', { type: 'dropped', blames: 'address', reason: 'DMARCPolicy' }],
    ['Subscribe', { type: 'dropped', blames: 'address', reason: 'Subscribe' }],
    ['SomethingNew', { type: 'dropped', blames: 'address', reason: 'SomethingNew' }],
    // These suppress the address themselves and are more specific.
    ['HardBounce', { type: 'hard_bounce' }],
    ['SpamComplaint', { type: 'complaint' }],
    ['Unsubscribe', { type: 'unsubscribe', scope: 'outbound' }],
    ['SMTPApiError', { type: 'dropped', blames: 'address' }],
  ])('of type %s that made its address inactive is %o', (Type, expected) => {
    expect(only({ ...bounce, Type, Inactive: true })).toMatchObject(expected);
  });

  it('keeps every digit of its number', () => {
    const text = JSON.stringify(bounce);
    const numbered = (digits: string) => only(text.replace('692560173', digits));
    const event = numbered('4323372036854775807');
    expect(JSON.stringify(event.payload)).toContain('"ID":4323372036854775807,');
    // As JavaScript numbers these two would be equal.
    expect(numbered('4323372036854775806').id).not.toBe(event.id);
    expect(numbered('4323372036854775807').id).toBe(event.id);
  });
});

describe('a change of a Postmark subscription', () => {
  it.each([
    [{ SuppressSending: false, SuppressionReason: null, Origin: 'Customer' }, { type: 'resubscribe' }],
    [{ SuppressSending: false, SuppressionReason: null, Origin: 'Recipient' }, { type: 'resubscribe' }],
    [{}, { type: 'unsubscribe' }],
    [{ Origin: 'Customer' }, { type: 'dropped', blames: 'address', reason: 'ManualSuppression' }],
    [{ Origin: 'Admin' }, { type: 'dropped', blames: 'address', reason: 'ManualSuppression' }],
    [{ SuppressionReason: 'HardBounce' }, { type: 'dropped', blames: 'address', reason: 'HardBounce' }],
    [{ SuppressionReason: 'SpamComplaint' }, { type: 'dropped', blames: 'address', reason: 'SpamComplaint' }],
    [{ SuppressionReason: 'SomethingNew' }, { type: 'dropped', blames: 'address', reason: 'SomethingNew' }],
    [{ SuppressSending: null }, { type: 'unknown' }],
  ])('with %o is %o', (fields, expected) => {
    expect(only({ ...change, ...fields })).toMatchObject(expected);
  });

  it('concerns the stream that it names, and all mail when it names none', () => {
    expect(only({ ...change, MessageStream: 'broadcast' })).toMatchObject({
      scope: 'broadcast',
      stream: 'broadcast',
    });
    expect(only({ ...change, MessageStream: undefined })).toMatchObject({ scope: '*' });
  });

  it('that names no message is stored under its own id', () => {
    const event = only({ ...change, MessageID: null, SuppressSending: false, SuppressionReason: null });
    expect(event.messageId).toBe(`unnamed#postmark#${event.id}`);
  });

  it('by hand does not change the message, while one after a bounce belongs to it', () => {
    expect(only({ ...change, Origin: 'Customer' }).messageId).toMatch(/^unnamed#postmark#/);
    expect(only({ ...change, Origin: 'Recipient' }).messageId).toBe(message);
    expect(only({ ...change, SuppressionReason: 'HardBounce' }).messageId).toBe(message);
  });
});

describe('the id of a Postmark event', () => {
  it.each([
    [
      'deliveries',
      delivery,
      [{ Recipient: 'cc@example.com' }, { DeliveredAt: '2026-01-01T00:00:01.1234568Z' }],
    ],
    ['bounces', bounce, [{ Email: 'cc@example.com' }, { ID: 692560174 }, { Type: 'SoftBounce' }]],
    ['complaints', bounce, [{ RecordType: 'SpamComplaint' }]],
    [
      'opens',
      open,
      [
        { ReceivedAt: '2026-01-01T00:05:00.0000002Z' },
        { UserAgent: 'other' },
        { Geo: { IP: '203.0.113.6' } },
        { Recipient: 'cc@example.com' },
      ],
    ],
    ['clicks', click, [{ OriginalLink: 'https://example.com/b' }, { ClickLocation: 'Text' }]],
    [
      'changes',
      change,
      [
        { MessageStream: 'broadcast' },
        { ServerID: 24 },
        { SuppressSending: false },
        { SuppressionReason: 'HardBounce' },
        { Origin: 'Admin' },
        { ChangedAt: '2026-01-01T00:06:01Z' },
      ],
    ],
    ['reports of a new type', { ...delivery, RecordType: 'New' }, [{ Details: 'other' }]],
  ])('distinguishes %s', (_, report, others: object[]) => {
    const all = [report, ...others.map((other) => ({ ...report, ...other }))];
    expect(new Set(all.map((each) => only(each).id)).size).toBe(all.length);
  });

  it.each([
    ['Delivery', delivery],
    ['Bounce', bounce],
    ['Open', open],
    ['Click', click],
    ['SubscriptionChange', change],
    ['SomethingNew', { ...delivery, RecordType: 'SomethingNew' }],
  ])('of a retried %s is the same as before, with any order of keys', (_, report) => {
    const reversed = Object.fromEntries(Object.entries(report).reverse());
    expect(only(JSON.stringify(reversed, null, 2)).id).toBe(only(report).id);
  });
});

describe('a Postmark body', () => {
  it('of an unknown type is stored as unknown, with a time if it has one', () => {
    for (const RecordType of ['Teleported', 'constructor', '__proto__', 'toString']) {
      const event = only({
        ...common,
        RecordType,
        Recipient: 'ana@example.com',
        ArrivedAt: change.ChangedAt,
      });
      expect(event).toMatchObject({
        type: 'unknown',
        providerType: RecordType,
        recipient: 'ana@example.com',
        messageId: message,
        occurredAt: '2026-01-01T00:06:00.000Z',
      });
    }
    const timeless = only({ RecordType: 'Teleported', MessageID: message, SeenAt: 'noon', HeardAt: 7 });
    expect(timeless).toMatchObject({ type: 'unknown', occurredAt: '1970-01-01T00:00:00.000Z' });
  });

  it('that is inbound mail is stored as unknown, without a recipient', () => {
    const inbound = { FromFull: { Email: 'ana@example.com' }, To: 'hello@example.com', MessageID: message };
    expect(only(inbound)).toMatchObject({ type: 'unknown', providerType: 'Inbound', messageId: message });
    expect(only(inbound).recipient).toBeUndefined();
  });

  it.each([
    [
      { ...delivery, RecordType: {} },
      { type: 'unknown', providerType: 'unnamed' },
    ],
    [
      { ...delivery, Recipient: 'x'.repeat(2000) },
      { type: 'delivered', messageId: message },
    ],
    [
      { ...bounce, BouncedAt: 'yesterday' },
      { type: 'hard_bounce', occurredAt: '1970-01-01T00:00:00.000Z' },
    ],
    [
      { ...bounce, Type: 'SpamNotification', Inactive: 'true' },
      { type: 'dropped', blames: 'address' },
    ],
    [{ ...change, SuppressSending: 'false' }, { type: 'resubscribe' }],
  ])('with a strange field is kept with what it says', (report, expected) => {
    expect(only(report)).toMatchObject(expected);
  });

  it('without message, recipient and time is split off unchanged', () => {
    const body = Buffer.from('{"RecordType":"Delivery"}');
    const reason = 'expected a message, a recipient or a time, found none of them';
    expect(normalize(body)).toEqual({ events: [], unreadable: [{ reason }] });
    expect(unreadableBodyOf(postmark, { headers: {}, body })).toEqual(body);
  });

  it.each([
    '[{"Email":"secret@example.com"}]',
    '"secret"',
    '12345678901234567890',
    'null',
    '{"Email":"secret@example.com"',
    'RecordType=Delivery',
    '',
  ])('that is not a JSON object is unreadable as a whole, and is not quoted: %s', (body) => {
    expect(() => normalize(body)).toThrow(UnreadableBody);
    expect(() => normalize(body)).toThrow(/^postmark: expected (a JSON object|a JSON body)/);
    expect(() => normalize(body)).not.toThrow(/secret/);
  });

  it('of any JSON never makes the normalizer throw', () => {
    const types = ['Delivery', 'Bounce', 'SpamComplaint', 'Open', 'Click', 'SubscriptionChange', 'New'];
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.constantFrom(...types),
        (report, RecordType) => {
          const { events, unreadable } = normalize({ ...bounce, ...open, ...change, ...report, RecordType });
          expect(events.length + unreadable.length).toBe(1);
        },
      ),
      { numRuns: 50 },
    );
    const deep = `{"RecordType":"New","a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    expect(normalize(deep).unreadable).toHaveLength(1);
  });
});

describe('the Postmark README and simulator', () => {
  const readme = readFileSync(new URL('../../../providers/postmark/README.md', import.meta.url), 'utf8');
  const examples = [...readme.matchAll(/```json\n(.*?)```/gs)].map(([, text]) => text ?? '');

  it('has examples that can be read', () => {
    expect(examples.map((text) => only(text).type)).toEqual([
      'delivered',
      'hard_bounce',
      'open',
      'resubscribe',
    ]);
  });

  it('can be simulated: each kind becomes the type of its name, or the type it belongs to', () => {
    const at = new Date('2026-01-01T00:00:00.123Z');
    const types = simulate.kinds.map((kind) => {
      const to = ['ana@example.com', 'ben@example.com'];
      const payloads = simulate.payloadsOf([{ kind, to, messageId: 'm1', at }]);
      const events = payloads.map(only);
      expect(events.map((event) => event.recipient)).toEqual(to);
      expect(new Set(events.map((event) => event.id)).size).toBe(2);
      expect(events[0]?.occurredAt).toBe(at.toISOString());
      return [kind, events[0]?.type];
    });
    expect(Object.fromEntries(types)).toEqual({
      deferred: 'deferred',
      delivered: 'delivered',
      hard_bounce: 'hard_bounce',
      soft_bounce: 'soft_bounce',
      dropped: 'dropped',
      spam_notification: 'dropped',
      template_rendering_failed: 'dropped',
      manual_suppression: 'dropped',
      hard_bounce_suppression: 'dropped',
      open: 'open',
      click: 'click',
      complaint: 'complaint',
      unsubscribe: 'unsubscribe',
      resubscribe: 'resubscribe',
      auto_responder: 'unknown',
      unknown: 'unknown',
    });
  });
});

describe('what Postmark tells of a send', () => {
  it('has its metadata with every report, and the sender only with bad news', () => {
    const metadata = { tenant: 't1', plan: 'trial' };
    expect(only({ ...delivery, Metadata: metadata })).toMatchObject({ metadata });
    expect(only({ ...delivery, Metadata: null }).metadata).toBeUndefined();
    expect(only(delivery).sendingDomain).toBeUndefined();
    expect(only({ ...bounce, From: 'no-reply@shop.example' }).sendingDomain).toBe('shop.example');
  });
});
