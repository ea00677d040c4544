import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { readSourceMapping } from '../../../providers/source-mapping.ts';
import { standardWebhooks, standardWebhooksSource } from '../../../providers/standard-webhooks/normalize.ts';
import { simulate } from '../../../providers/standard-webhooks/simulate.ts';

function only(
  report: unknown,
  source = standardWebhooks,
  headers: Record<string, string> = { 'webhook-id': 'msg_1' },
) {
  const { events, unreadable } = source.normalize({ headers, body: Buffer.from(JSON.stringify(report)) });
  expect(unreadable).toEqual([]);
  expect(events).toHaveLength(1);
  return events[0] as NonNullable<(typeof events)[0]>;
}

function reasonOf(report: unknown, source = standardWebhooks) {
  const { events, unreadable } = source.normalize({ headers: {}, body: Buffer.from(JSON.stringify(report)) });
  expect(events).toEqual([]);
  return unreadable[0]?.reason;
}

const report = (type: string, data: object = {}) => ({
  type,
  timestamp: '2026-01-01T00:00:05.126Z',
  data: { message_id: 'm1', recipient: 'ana@example.com', ...data },
});

describe('an event that follows Standard Webhooks', () => {
  it.each([
    ['email.accepted', 'processed'],
    ['email.queued', 'processed'],
    ['email.scheduled', 'processed'],
    ['processed', 'processed'],
    ['send', 'processed'],
    ['message.sent', 'processed'],
    ['email.deferred', 'deferred'],
    ['email.delayed', 'deferred'],
    ['email.delivery_delayed', 'deferred'],
    ['email.delivered', 'delivered'],
    ['delivered', 'delivered'],
    ['message.delivered', 'delivered'],
    ['mail.delivery', 'delivered'],
    ['Email.Opened', 'open'],
    ['open', 'open'],
    ['email.clicked', 'click'],
    ['click', 'click'],
    ['email.bounced', 'hard_bounce'],
    ['bounce', 'hard_bounce'],
    ['email.hard-bounce', 'hard_bounce'],
    ['hard_bounced', 'hard_bounce'],
    ['soft_bounce', 'soft_bounce'],
    ['email.soft_bounced', 'soft_bounce'],
    ['email.complained', 'complaint'],
    ['complaint', 'complaint'],
    ['spam', 'complaint'],
    ['email.spam_complaint', 'complaint'],
    ['dropped', 'dropped'],
    ['email.failed', 'dropped'],
    ['email.rejected', 'dropped'],
    ['email.suppressed', 'dropped'],
    ['unsubscribe', 'unsubscribe'],
    ['email.unsubscribed', 'unsubscribe'],
    ['resubscribe', 'resubscribe'],
    ['email.resubscribed', 'resubscribe'],
    ['invoice.delivered', 'unknown'],
    ['email.teleported', 'unknown'],
    ['constructor', 'unknown'],
    ['__proto__', 'unknown'],
    ['email.__proto__', 'unknown'],
  ])('called %s is %s', (word, type) => {
    expect(only(report(word))).toMatchObject({ type, providerType: word, provider: 'standard-webhooks' });
  });

  it.each([
    [{ bounce_type: 'soft' }, 'soft_bounce'],
    [{ bounceType: 'Transient' }, 'soft_bounce'],
    [{ bounce: { type: 'temporary' } }, 'soft_bounce'],
    [{ status: '4.2.2' }, 'soft_bounce'],
    [{ bounce_type: 'hard', status: '4.2.2' }, 'hard_bounce'],
    [{ bounce: { type: 'Permanent' } }, 'hard_bounce'],
    [{ status: '5.1.1' }, 'hard_bounce'],
    [{}, 'hard_bounce'],
  ])('that bounced with %o is a %s', (details, type) => {
    expect(only(report('email.bounced', details)).type).toBe(type);
  });

  it('blames an address only when the sender has it on a list', () => {
    expect(only(report('email.suppressed'))).toMatchObject({ blames: 'address' });
    for (const word of ['email.dropped', 'email.failed', 'email.rejected'])
      expect(only(report(word))).toMatchObject({ blames: 'message' });
  });

  it('concerns all mail when no list is named', () => {
    expect(only(report('unsubscribed'))).toMatchObject({ scope: '*' });
    expect(only(report('unsubscribed', { list_id: 7 }))).toMatchObject({ scope: '7' });
    expect(only(report('resubscribed', { scope: 'news' }))).toMatchObject({ scope: 'news' });
  });

  it('has recipient, time, message and details', () => {
    const clicked = report('email.clicked', {
      recipient: undefined,
      to: ['Ana <Ana@Example.com>'],
      url: 'https://example.com/a',
      ip: '203.0.113.5',
      user_agent: 'Wget/1.21 curl/8',
      tags: ['welcome'],
    });
    expect(only(clicked)).toEqual({
      id: 'msg_1',
      provider: 'standard-webhooks',
      providerType: 'email.clicked',
      type: 'click',
      messageId: 'm1',
      recipient: 'ana@example.com',
      recipientAsGiven: 'Ana <Ana@Example.com>',
      occurredAt: '2026-01-01T00:00:05.126Z',
      url: 'https://example.com/a',
      ip: '203.0.113.5',
      userAgent: 'Wget/1.21 curl/8',
      machine: { likely: true, rule: 'user agent of a program' },
      tags: ['welcome'],
      payload: JSON.parse(JSON.stringify(clicked)),
    });
    const bounced = report('bounced', { status: '5.1.1', response: '550 no such user', reason: 'invalid' });
    expect(only(bounced)).toMatchObject({
      smtpStatus: '5.1.1',
      diagnostic: '550 no such user',
      reason: 'invalid',
    });
  });

  it.each([
    [{ message_id: 'a', id: 'b' }, 'a'],
    [{ messageId: 'a', email_id: 'b' }, 'a'],
    [{ email_id: 'a', id: 'b' }, 'a'],
    [{ id: 12345678901234567890n }, '12345678901234567890'],
    [{}, 'unnamed#standard-webhooks#msg_1'],
  ])('of %o is about the message %s', (data, messageId) => {
    const text = JSON.stringify({ type: 'sent', timestamp: 1767225600, data }, (_, value) =>
      typeof value === 'bigint' ? JSON.rawJSON(String(value)) : value,
    );
    const { events } = standardWebhooks.normalize({
      headers: { 'webhook-id': 'msg_1' },
      body: Buffer.from(text),
    });
    expect(events[0]).toMatchObject({ messageId, occurredAt: '2026-01-01T00:00:00.000Z' });
  });

  it('has no recipient when it lists several, or none', () => {
    for (const to of [['a@example.com', 'b@example.com'], [], {}, null]) {
      const event = only({ type: 'opened', timestamp: '2026-01-01T00:00:00Z', data: { to } });
      expect(event.recipient).toBeUndefined();
    }
  });

  it('has the id of its header, and without one an id from its content', () => {
    expect(only(report('sent'), standardWebhooks, { 'svix-id': 'msg_2' }).id).toBe('msg_2');
    const id = only(report('sent'), standardWebhooks, {}).id;
    expect(only(report('sent'), standardWebhooks, {}).id).toBe(id);
    expect(only(report('sent', { message_id: 'm2' }), standardWebhooks, {}).id).not.toBe(id);
    expect(only(report('sent'), standardWebhooksSource('acme'), {}).id).not.toBe(id);
  });

  it('is kept with what it says, also without a type or a valid time', () => {
    expect(only({ ...report('sent'), timestamp: 'soon' })).toMatchObject({
      type: 'processed',
      occurredAt: '1970-01-01T00:00:00.000Z',
    });
    expect(only({ ...report('sent'), type: undefined })).toMatchObject({
      type: 'unknown',
      providerType: 'unnamed',
    });
  });

  it('without message, recipient and time is split off with the reason', () => {
    const reason = 'expected a message, a recipient or a time, found none of them';
    for (const bad of [{ type: 'sent' }, { type: 'sent', timestamp: 'soon' }, { timestamp: 1 }])
      expect(reasonOf(bad)).toBe(reason);
    expect(reasonOf('text')).toBe('expected the event to be an object, found a string');
    expect(() => standardWebhooks.normalize({ headers: {}, body: Buffer.of(0xff) })).toThrow(
      'standard-webhooks: expected a JSON body, found 1 bytes that are not JSON',
    );
  });
});

describe('a source that the operator has named', () => {
  const acme = standardWebhooksSource(
    'acme',
    readSourceMapping({
      types: { 'mail.arrived': 'delivered', 'email.bounced': 'soft_bounce', gone: 'dropped' },
      messageId: 'mail.ref',
      recipient: 'mail.rcpt.0',
      occurredAt: 'mail.at',
    }),
  );
  const mail = { ref: 'r1', rcpt: ['ana@example.com', 'b@example.com'], at: 1767225600123 };

  it('is read with its own types and paths, under its own name', () => {
    expect(only({ type: 'mail.arrived', mail }, acme)).toMatchObject({
      type: 'delivered',
      provider: 'acme',
      providerType: 'mail.arrived',
      messageId: 'r1',
      recipient: 'ana@example.com',
      occurredAt: '2026-01-01T00:00:00.123Z',
    });
  });

  it('can override common types, and keeps the others', () => {
    expect(only({ type: 'email.bounced', mail }, acme).type).toBe('soft_bounce');
    expect(only({ type: 'email.opened', mail }, acme).type).toBe('open');
    expect(only({ type: 'gone', mail }, acme)).toMatchObject({ type: 'dropped', blames: 'message' });
    expect(only({ type: 'mail.lost', mail }, acme).type).toBe('unknown');
  });

  it('is not searched elsewhere when its paths have no value', () => {
    const data = { message_id: 'm1', recipient: 'other@example.com' };
    const event = only({ type: 'sent', mail: { at: 1767225600 }, data }, acme);
    expect(event.messageId).toBe('unnamed#acme#msg_1');
    expect(event.recipient).toBeUndefined();
    expect(reasonOf({ type: 'sent', timestamp: 1767225600 }, acme)).toBe(
      'expected a message, a recipient or a time, found none of them',
    );
  });

  it('finds nothing under names that every object inherits', () => {
    const odd = standardWebhooksSource('odd', {
      messageId: 'constructor.name',
      recipient: '__proto__.constructor.name',
    });
    const event = only({ type: 'sent', timestamp: 1767225600 }, odd);
    expect(event.messageId).toBe('unnamed#odd#msg_1');
    expect(event.recipient).toBeUndefined();
    const toProto = standardWebhooksSource(
      'odd',
      readSourceMapping(JSON.parse('{"types":{"__proto__":"open"}}')),
    );
    expect(only(report('__proto__'), toProto).type).toBe('open');
    expect(only(report('constructor'), toProto).type).toBe('unknown');
  });
});

describe('the events of the standard-webhooks simulator', () => {
  const at = new Date('2026-01-01T00:00:00Z');
  const to = ['a@example.com', 'b@example.com'];
  const eventsOf = (kind: string) =>
    simulate
      .payloadsOf([{ kind, to, messageId: 'm1', at }])
      .flatMap((payload) => standardWebhooks.normalize(simulate.sign(payload, 'whsec_AAAA', at)).events);

  it.each(simulate.kinds)('is understood: %s', (kind) => {
    const events = eventsOf(kind);
    expect(events.map((event) => event.type)).toEqual(
      Array(2).fill(kind === 'email.failed' ? 'dropped' : kind),
    );
    expect(events.map((event) => event.recipient)).toEqual(to);
    expect(events.map((event) => event.messageId)).toEqual(['m1', 'm1']);
  });

  it('has one id per event, the same for every attempt', () => {
    const ids = simulate.kinds.flatMap(eventsOf).map((event) => event.id);
    expect(new Set(ids).size).toBe(2 * simulate.kinds.length);
    const [payload = Buffer.of()] = simulate.payloadsOf([{ kind: 'open', to, messageId: 'm1', at }]);
    const idAt = (time: Date) => simulate.sign(payload, 'whsec_AAAA', time).headers['webhook-id'];
    expect(idAt(at)).toBe(idAt(new Date('2026-01-02T00:00:00Z')));
  });
});

describe('the examples in the README of standard-webhooks', () => {
  const path = '../../../providers/standard-webhooks/README.md';
  const readme = readFileSync(new URL(path, import.meta.url), 'utf8');
  const codeIn = (language: string) =>
    [...readme.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, code = '']) => code);
  const examples = codeIn('json').map((json) => JSON.parse(json));
  // A line of the settings file.
  const { standardWebhookSources: sources } = runInNewContext(`({ ${codeIn('ts').join('')} })`);

  it('are readable, one of them with the mapping in the README', () => {
    const acme = standardWebhooksSource('acme-mail', readSourceMapping(sources['acme-mail']));
    const [usual, clicked, own] = examples;
    expect(only(usual).type).toBe('soft_bounce');
    expect(only(clicked).type).toBe('click');
    expect(only(own, acme)).toMatchObject({
      type: 'delivered',
      messageId: 'r-1',
      recipient: 'ana@example.com',
    });
  });
});

describe('what a sender of Standard Webhooks tells of a send', () => {
  it('is read from the names that are common', () => {
    const told = {
      message_stream: 'outbound',
      tags: { campaign: 'spring', tenant: 't1' },
      template_id: 'tpl_1',
      template_version: 2,
      from: 'Shop <no-reply@shop.example>',
      ip_pool: 'shared',
      sent_at: '2025-12-31T23:59:00Z',
    };
    expect(only(report('email.delivered', told))).toMatchObject({
      stream: 'outbound',
      tags: ['campaign=spring', 'tenant=t1'],
      template: 'tpl_1',
      templateVersion: '2',
      sendingDomain: 'shop.example',
      ipPool: 'shared',
      sentAt: '2025-12-31T23:59:00.000Z',
      metadata: { campaign: 'spring', tenant: 't1' },
    });
    expect(only(report('email.delivered', { ...told, metadata: { plan: 'trial' } })).metadata).toEqual({
      plan: 'trial',
    });
  });
});
