import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { resend } from '../../../providers/resend/normalize.ts';
import { simulate } from '../../../providers/resend/simulate.ts';

const normalize = (report: unknown, headers: Record<string, string> = { 'svix-id': 'msg_1' }) =>
  resend.normalize({ headers, body: Buffer.from(JSON.stringify(report)) });

function only(report: unknown, headers?: Record<string, string>) {
  const { events, unreadable } = normalize(report, headers);
  expect(unreadable).toEqual([]);
  expect(events).toHaveLength(1);
  return events[0] as NonNullable<(typeof events)[0]>;
}

const mail = {
  email_id: '5676-1',
  message_id: '<1@example.com>',
  from: 'Shop <no-reply@Example.com>',
  to: ['ana@example.com'],
  subject: 'Hi',
  created_at: '2025-12-31T23:00:00.000Z',
};
const report = (type: string, data: object = {}) => ({
  type,
  created_at: '2026-01-01T00:00:05.126Z',
  data: { ...mail, ...data },
});
const about = (type: string, data: object) => ({ type, created_at: '2026-01-01T00:00:05.126Z', data });

describe('a Resend event', () => {
  it.each([
    ['email.sent', {}, { type: 'processed' }],
    ['email.scheduled', {}, { type: 'processed' }],
    ['email.delivered', {}, { type: 'delivered' }],
    ['email.delivery_delayed', {}, { type: 'deferred' }],
    ['email.complained', {}, { type: 'complaint' }],
    ['email.opened', {}, { type: 'open' }],
    [
      'email.suppressed',
      { suppressed: { type: 'OnAccountSuppressionList', message: 'on a list' } },
      { type: 'dropped', blames: 'address', reason: 'OnAccountSuppressionList', diagnostic: 'on a list' },
    ],
    [
      'email.failed',
      { failed: { reason: 'reached_daily_quota' } },
      { type: 'dropped', blames: 'message', reason: 'reached_daily_quota' },
    ],
    ['email.received', {}, { type: 'unknown' }],
    ['domain.updated', {}, { type: 'unknown' }],
    ['constructor', {}, { type: 'unknown' }],
    ['__proto__', {}, { type: 'unknown' }],
    ['email.teleported', {}, { type: 'unknown' }],
  ])('called %s with %o means %o', (type, data, meaning) => {
    expect(only(report(type, data))).toMatchObject({ ...meaning, providerType: type });
  });

  it.each([
    [{ type: 'Permanent', subType: 'General', message: '550 5.1.1 unknown' }, 'hard_bounce'],
    [{ type: 'Permanent', subType: 'Suppressed' }, 'dropped'],
    [{ type: 'Permanent', subType: 'OnAccountSuppressionList' }, 'dropped'],
    [{ type: 'Transient', subType: 'MailboxFull' }, 'soft_bounce'],
    [{ type: 'Undetermined', subType: 'Undetermined', message: '550 5.1.1 unknown' }, 'soft_bounce'],
    [{ type: 'SomethingNew' }, 'soft_bounce'],
    [{ message: '452 4.2.2 mailbox full' }, 'soft_bounce'],
    [{ message: 'the server said: 421 slow down' }, 'soft_bounce'],
    [{ message: 'temporary failure' }, 'soft_bounce'],
    [{ message: '550 temporary or not, no such user' }, 'hard_bounce'],
    [{ message: 'The address is on the suppression list' }, 'dropped'],
    [{ message: 'from 4.1.2.3: no such user' }, 'hard_bounce'],
    [{}, 'hard_bounce'],
  ])('with the bounce %o is a %s', (bounce, type) => {
    const event = only(report('email.bounced', { bounce }));
    expect(event.type).toBe(type);
    if (event.type === 'dropped') expect(event.blames).toBe('address');
  });

  it.each([
    [{ type: 'Transient', subType: 'General' }, true],
    [{ type: 'Undetermined', subType: 'Undetermined' }, true],
    [{ type: 'Transient', subType: 'MailboxFull' }, undefined],
    [{ message: '452 4.2.2 mailbox full' }, undefined],
  ])('with the bounce %o may be an automatic reply: %s', (bounce, mayBe) => {
    expect(only(report('email.bounced', { bounce }))).toMatchObject({ type: 'soft_bounce' });
    const { mayBeAutomaticReply } = only(report('email.bounced', { bounce })) as {
      mayBeAutomaticReply?: true;
    };
    expect(mayBeAutomaticReply).toBe(mayBe);
  });

  it('that bounced without any details is a hard bounce', () => {
    expect(only(report('email.bounced')).type).toBe('hard_bounce');
  });

  it('has the message and the status of a bounce', () => {
    const bounce = { type: 'Permanent', subType: 'General', message: 'smtp; 550 5.1.1 (192.0.2.1) unknown' };
    expect(only(report('email.bounced', { bounce }))).toMatchObject({
      reason: 'Permanent/General',
      diagnostic: bounce.message,
      smtpStatus: '5.1.1',
    });
  });

  it('has recipient, time, message and details', () => {
    const clicked = report('email.clicked', {
      to: ['Ana <Ana@Example.com>'],
      cc: [],
      bcc: null,
      tags: { tenant: 't1', campaign: 'spring' },
      template_id: 'tpl_1',
      click: {
        ipAddress: '203.0.113.5',
        link: 'https://example.com/a',
        timestamp: '2026-01-01T00:00:04.000Z',
        userAgent: 'Mozilla/5.0 (X11) Firefox/140.0',
      },
    });
    expect(only(clicked)).toEqual({
      id: 'msg_1',
      provider: 'resend',
      providerType: 'email.clicked',
      type: 'click',
      messageId: '5676-1',
      recipient: 'ana@example.com',
      recipientAsGiven: 'Ana <Ana@Example.com>',
      occurredAt: '2026-01-01T00:00:05.126Z',
      url: 'https://example.com/a',
      ip: '203.0.113.5',
      userAgent: 'Mozilla/5.0 (X11) Firefox/140.0',
      machine: undefined,
      sentAt: '2025-12-31T23:00:00.000Z',
      tags: ['campaign=spring', 'tenant=t1'],
      metadata: { campaign: 'spring', tenant: 't1' },
      template: 'tpl_1',
      sendingDomain: 'example.com',
      payload: clicked,
    });
  });

  it('says when a machine clicked', () => {
    const clicked = report('email.clicked', { click: { userAgent: 'Barracuda Sentinel (EE)' } });
    expect(only(clicked)).toMatchObject({ machine: { likely: true } });
  });

  it('has the same tags from an object and from the list of older payloads', () => {
    const list = [{ name: 'tenant', value: 't1' }, { name: 'campaign', value: 'spring' }, 'odd', {}];
    expect(only(report('email.sent', { tags: list })).tags).toEqual(['campaign=spring', 'tenant=t1']);
    expect(only(report('email.sent', { tags: 'odd' })).tags).toEqual([]);
  });

  it.each([
    [{ to: ['a@example.com', 'b@example.com'] }],
    [{ cc: ['b@example.com'] }],
    [{ bcc: 'b@example.com' }],
    [{ to: [] }],
  ])('of a mail with %o has no recipient, because Resend does not name it', (people) => {
    const event = only(report('email.bounced', people));
    expect(event).toMatchObject({ type: 'hard_bounce', messageId: '5676-1' });
    expect(event.recipient).toBeUndefined();
  });

  it.each([
    ['suppression.added', { origin: 'bounce' }, { type: 'dropped', blames: 'address', reason: 'bounce' }],
    ['suppression.removed', { origin: 'manual' }, { type: 'resubscribe', scope: '*' }],
    [
      'contact.updated',
      { unsubscribed: true, audience_id: 'aud_1' },
      { type: 'unsubscribe', scope: 'aud_1' },
    ],
    [
      'contact.updated',
      { unsubscribed: false, audience_id: 'aud_1' },
      { type: 'resubscribe', scope: 'aud_1' },
    ],
    ['contact.updated', { unsubscribed: true }, { type: 'unsubscribe', scope: '*' }],
    ['contact.updated', { first_name: 'Ana' }, { type: 'unknown' }],
    ['contact.updated', { unsubscribed: 'true' }, { type: 'unsubscribe', scope: '*' }],
    ['contact.updated', { unsubscribed: 'perhaps' }, { type: 'unknown' }],
    ['contact.created', { unsubscribed: true }, { type: 'unsubscribe', scope: '*' }],
    // Otherwise an import could resubscribe somebody who left.
    ['contact.created', { unsubscribed: false }, { type: 'unknown' }],
    ['contact.deleted', { unsubscribed: true }, { type: 'unknown' }],
    ['contact.deleted', { unsubscribed: false }, { type: 'unknown' }],
  ])('about an address, %s with %o, means %o', (type, data, meaning) => {
    expect(only(about(type, { id: 'x1', email: 'Ana@example.com', ...data }))).toMatchObject({
      ...meaning,
      recipient: 'ana@example.com',
      messageId: 'unnamed#resend#msg_1',
    });
  });

  it('has the id of its header, and without one an id from its content', () => {
    expect(only(report('email.sent'), { 'webhook-id': 'msg_2' }).id).toBe('msg_2');
    const id = only(report('email.sent'), {}).id;
    expect(only({ ...report('email.sent') }, {}).id).toBe(id);
    expect(only(report('email.sent', { email_id: '5676-2' }), {}).id).not.toBe(id);
    expect(only(report('email.sent'), { 'svix-id': 'ä'.repeat(300) }).id).toMatch(/^[\w-]{43}$/);
  });

  it('with microseconds and an offset has the right time', () => {
    const event = only({ ...report('email.sent'), created_at: '2026-01-01 01:00:05.126789+01:00' });
    expect(event.occurredAt).toBe('2026-01-01T00:00:05.126Z');
  });

  it('is kept with what it says, also without a type or a valid time', () => {
    expect(normalize({ ...report('email.sent'), type: undefined }).events).toMatchObject([
      { type: 'unknown', providerType: 'unnamed' },
    ]);
    const { data, ...rest } = report('email.sent') as { data: object };
    const timeless = { ...rest, created_at: 'x', data: { ...data, created_at: undefined } };
    expect(normalize(timeless).events).toMatchObject([
      { type: 'processed', occurredAt: '1970-01-01T00:00:00.000Z' },
    ]);
  });

  it('that cannot be read is split off, and not quoted', () => {
    for (const [bad, reason] of [
      [
        { type: 'email.sent', created_at: 'x' },
        'expected a message, a recipient or a time, found none of them',
      ],
      [['secret@example.com'], 'expected the event to be an object, found a list'],
    ] as const) {
      expect(normalize(bad)).toEqual({ events: [], unreadable: [{ reason }] });
    }
    expect(() => resend.normalize({ headers: {}, body: Buffer.from('{"to":"secret@') })).toThrow(
      /^resend: expected a JSON body, found 14 bytes that are not JSON$/,
    );
  });
});

describe('the events of the Resend simulator', () => {
  const at = new Date('2026-01-01T00:00:00Z');
  const to = ['a@example.com', 'b@example.com'];
  const eventsOf = (kind: string) =>
    simulate
      .payloadsOf([{ kind, to, messageId: 'm1', at }])
      .flatMap((payload) => resend.normalize(simulate.sign(payload, 'whsec_AAAA', at)).events);

  it.each(simulate.kinds)('is understood: %s', (kind) => {
    const word = new Map([
      ['email.scheduled', 'processed'],
      ['email.failed', 'dropped'],
      ['suppression.added', 'dropped'],
      ['suppression.removed', 'resubscribe'],
    ]);
    const events = eventsOf(kind);
    expect(events.map((event) => event.type)).toEqual(Array(2).fill(word.get(kind) ?? kind));
    expect(events.map((event) => event.recipient)).toEqual(to);
  });

  it('has one id per event, the same for every attempt', () => {
    const ids = simulate.kinds.flatMap(eventsOf).map((event) => event.id);
    expect(new Set(ids).size).toBe(2 * simulate.kinds.length);
    const [payload = Buffer.of()] = simulate.payloadsOf([{ kind: 'open', to, messageId: 'm1', at }]);
    const idAt = (time: Date) => simulate.sign(payload, 'whsec_AAAA', time).headers['svix-id'];
    expect(idAt(at)).toBe(idAt(new Date('2026-01-02T00:00:00Z')));
  });
});

describe("the examples in Resend's README", () => {
  const readme = readFileSync(new URL('../../../providers/resend/README.md', import.meta.url), 'utf8');
  const examples = [...readme.matchAll(/```json\n(.*?)```/gs)].map(([, json]) => json ?? '');

  it('are readable', () => {
    const types = examples.map((json) => only(JSON.parse(json)).type);
    expect(types).toEqual(['hard_bounce', 'click', 'dropped', 'unsubscribe']);
  });
});
