import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mailgun } from '../../../providers/mailgun/normalize.ts';
import { simulate } from '../../../providers/mailgun/simulate.ts';
import { UnreadableBody } from '../../../providers/provider.ts';
import { unreadableBodyOf } from '../../support/unreadable.ts';

const normalizeText = (text: string) => mailgun.normalize({ headers: {}, body: Buffer.from(text) });
const signature = { timestamp: '1767225600', token: 't', signature: 's' };
const normalize = (report: unknown) => normalizeText(JSON.stringify({ signature, 'event-data': report }));

function all(report: unknown) {
  const { events, unreadable } = normalize(report);
  expect(unreadable).toEqual([]);
  return events;
}

function only(report: unknown) {
  const events = all(report);
  expect(events).toHaveLength(1);
  return events[0] as NonNullable<(typeof events)[0]>;
}

// Shapes: Mailgun's manual of July 2024 and its webhook pages of 2026; every value is made up.
const base = {
  id: 'aZ3k',
  timestamp: 1767225599.123456,
  recipient: 'Ana@Example.com',
  message: { headers: { 'message-id': '20260101.abc@mg.example.com', to: 'ana@example.com' } },
  tags: ['welcome'],
  'user-variables': {},
  domain: { name: 'mg.example.com' },
  account: { id: 'acc1' },
};
const failed = { ...base, event: 'failed', severity: 'permanent' };

describe('a Mailgun event', () => {
  it('has recipient, time, message and details', () => {
    const report = {
      ...base,
      event: 'clicked',
      url: 'https://example.com/a',
      ip: '203.0.113.5',
      template: { name: 'hello' },
      'client-info': { 'user-agent': 'Mozilla/5.0 (X11) Firefox/140.0', bot: '' },
    };
    expect(only(report)).toEqual({
      id: expect.stringMatching(/^[\w-]{43}$/),
      provider: 'mailgun',
      providerType: 'clicked',
      type: 'click',
      messageId: '20260101.abc@mg.example.com',
      recipient: 'ana@example.com',
      recipientAsGiven: 'Ana@Example.com',
      occurredAt: '2025-12-31T23:59:59.123Z',
      url: 'https://example.com/a',
      ip: '203.0.113.5',
      userAgent: 'Mozilla/5.0 (X11) Firefox/140.0',
      machine: { likely: false, rule: 'mailgun client-info.bot' },
      tags: ['welcome'],
      template: 'hello',
      sendingDomain: 'mg.example.com',
      payload: report,
    });
  });

  it.each([
    ['accepted', 'processed'],
    ['rejected', 'dropped'],
    ['delivered', 'delivered'],
    ['opened', 'open'],
    ['clicked', 'click'],
    ['unsubscribed', 'unsubscribe'],
    ['complained', 'complaint'],
    ['stored', 'unknown'],
    ['list_member_uploaded', 'unknown'],
    ['list_member_upload_error', 'unknown'],
    ['list_uploaded', 'unknown'],
    ['teleported', 'unknown'],
    ['constructor', 'unknown'],
    ['__proto__', 'unknown'],
  ])('called %s is of type %s', (event, type) => {
    expect(only({ ...base, event })).toMatchObject({ type, providerType: event });
  });

  it('keeps the answer of the server', () => {
    const status = {
      code: 250,
      message: 'OK',
      description: 'more',
      'enhanced-code': '2.0.0',
    };
    const delivered = { ...base, event: 'delivered', 'delivery-status': status };
    expect(only(delivered)).toMatchObject({ diagnostic: 'OK', smtpStatus: '2.0.0' });
    const silent = { ...delivered, 'delivery-status': { ...status, message: '', 'enhanced-code': '' } };
    expect(only(silent)).toMatchObject({ diagnostic: 'more', smtpStatus: undefined });
    expect(only({ ...delivered, 'delivery-status': null }).type).toBe('delivered');
  });

  it('is found by the message id without angle brackets, or under its own id', () => {
    const withId = (id: unknown) =>
      only({ ...base, event: 'opened', message: { headers: { 'message-id': id } } });
    expect(withId('<20260101.abc@mg.example.com>').messageId).toBe('20260101.abc@mg.example.com');
    for (const nothing of [undefined, null, '', '<>', ' < > '])
      expect(withId(nothing).messageId).toBe(`unnamed#mailgun#${withId(nothing).id}`);
    expect(only({ ...base, event: 'opened', message: undefined }).messageId).toMatch(/^unnamed#mailgun#/);
  });

  it.each([
    ['apple', { likely: true, rule: 'mailgun client-info.bot apple' }],
    ['gmail', { likely: true, rule: 'mailgun client-info.bot gmail' }],
    ['generic', { likely: true, rule: 'mailgun client-info.bot generic' }],
    ['', { likely: false, rule: 'mailgun client-info.bot' }],
    // Older events have no flag, so the user agent decides.
    [undefined, { likely: true, rule: 'bare user agent, as of Apple Mail Privacy Protection' }],
  ])('opened by the bot %o has the verdict %o', (bot, machine) => {
    const info = { 'user-agent': 'Mozilla/5.0', bot };
    expect(only({ ...base, event: 'opened', 'client-info': info })).toMatchObject({ type: 'open', machine });
    expect(only({ ...base, event: 'clicked', 'client-info': info })).toMatchObject({ machine });
  });
});

describe('a failure that Mailgun reports', () => {
  it.each([
    ['temporary', 'generic', { code: 421 }, { type: 'deferred' }],
    ['temporary', 'bounce', { code: 550, 'bounce-type': 'hard' }, { type: 'deferred' }],
    ['temporary', 'suppress-bounce', { code: 605 }, { type: 'deferred' }],
    ['permanent', 'generic', { code: 605 }, { type: 'dropped', blames: 'address' }],
    ['permanent', 'suppress-bounce', {}, { type: 'dropped', blames: 'address' }],
    ['permanent', 'generic', { code: 606 }, { type: 'dropped', blames: 'address' }],
    ['permanent', 'suppress-unsubscribe', {}, { type: 'dropped', blames: 'address' }],
    ['permanent', 'generic', { code: 607 }, { type: 'dropped', blames: 'address' }],
    ['permanent', 'suppress-complaint', { 'bounce-type': 'soft' }, { type: 'dropped', blames: 'address' }],
    ['permanent', 'generic', { code: 625 }, { type: 'dropped', blames: 'message' }],
    ['permanent', 'generic', { 'bounce-type': 'soft', code: 550 }, { type: 'soft_bounce' }],
    ['permanent', 'old', { code: 602 }, { type: 'soft_bounce' }],
    ['permanent', 'espblock', { code: 550 }, { type: 'soft_bounce' }],
    ['permanent', 'greylisted', {}, { type: 'soft_bounce' }],
    ['permanent', 'blacklisted', {}, { type: 'soft_bounce' }],
    ['permanent', 'generic', { code: 498 }, { type: 'soft_bounce' }],
    ['permanent', 'generic', { code: '499' }, { type: 'soft_bounce' }],
    ['permanent', 'bounce', { code: 450 }, { type: 'soft_bounce' }],
    ['permanent', 'generic', { 'bounce-type': 'hard' }, { type: 'hard_bounce' }],
    ['permanent', 'bounce', {}, { type: 'hard_bounce' }],
    ['permanent', 'generic', { 'enhanced-code': '5.1.1' }, { type: 'hard_bounce', smtpStatus: '5.1.1' }],
    ['permanent', 'generic', { 'bounce-code': '5.1.10' }, { type: 'hard_bounce', smtpStatus: '5.1.10' }],
    ['permanent', 'generic', { code: 550 }, { type: 'hard_bounce' }],
    ['permanent', 'generic', null, { type: 'hard_bounce', reason: 'generic' }],
    ['permanent', 'delayed-bounce', { code: 'none' }, { type: 'hard_bounce', reason: 'delayed-bounce' }],
    ['permanent', 'constructor', { code: 601 }, { type: 'hard_bounce', reason: 'constructor' }],
    // Without a severity, or with an unknown one, it is hard only if another field says so.
    [undefined, 'generic', { code: 550 }, { type: 'hard_bounce' }],
    [undefined, 'bounce', {}, { type: 'hard_bounce' }],
    ['puzzling', 'generic', { 'enhanced-code': '5.1.1' }, { type: 'hard_bounce' }],
    ['puzzling', 'generic', { 'bounce-type': 'hard' }, { type: 'hard_bounce' }],
    ['puzzling', 'generic', {}, { type: 'soft_bounce' }],
  ])('with severity %s, reason %s and status %o is %o', (severity, reason, status, expected) => {
    expect(only({ ...failed, severity, reason, 'delivery-status': status })).toMatchObject(expected);
  });

  it('long after it accepted the mail has no envelope and no tags', () => {
    const delayed = {
      ...failed,
      reason: 'bounce',
      tags: undefined,
      envelope: {},
      flags: { 'is-delayed-bounce': true },
      'delivery-status': { code: 550, message: 'no such user' },
    };
    expect(only(delayed)).toMatchObject({ type: 'hard_bounce', tags: [], diagnostic: 'no such user' });
  });
});

describe('a mail that Mailgun rejects', () => {
  const rejectedFor = (to: unknown) =>
    all({
      ...base,
      event: 'rejected',
      recipient: undefined,
      reject: { reason: 'Not allowed' },
      message: { headers: { 'message-id': 'm1', to } },
    });

  it.each([
    ['ana@example.com', ['ana@example.com']],
    ['Ana <Ana@Example.com>', ['ana@example.com']],
    ['"Doe, Ana" <ana@example.com>', ['ana@example.com']],
    ['"ben@example.com, said \\"Ana\\"" <ana@example.com>', ['ana@example.com']],
    ['ben@work <ana@example.com>, Ben <ben@example.com>', ['ana@example.com', 'ben@example.com']],
    ['ana@example.com, ana@example.com', ['ana@example.com']],
    ['undisclosed-recipients:;', [undefined]],
    [undefined, [undefined]],
  ])('concerns the addresses in its header: %s', (to, recipients) => {
    const events = rejectedFor(to);
    expect(events.map((event) => event.recipient)).toEqual(recipients);
    expect(new Set(events.map((event) => event.id)).size).toBe(recipients.length);
  });

  it('blames the message and not the address', () => {
    expect(rejectedFor('ana@example.com')).toMatchObject([
      { type: 'dropped', blames: 'message', reason: 'Not allowed', messageId: 'm1' },
    ]);
  });
});

describe('a recipient who unsubscribes at Mailgun', () => {
  const scopesOf = (fields: object) =>
    all({ ...base, event: 'unsubscribed', ...fields }).map((event) => 'scope' in event && event.scope);

  it.each([
    [{ tags: ['*'] }, ['*']],
    [{ tags: ['news'] }, ['news']],
    [{ tags: ['news', 'offers', 'news'] }, ['news', 'offers']],
    [{ tags: [] }, ['*']],
    [{ tags: undefined }, ['*']],
    [{ tags: undefined, 'mailing-list': { address: 'list@example.com' } }, ['list@example.com']],
  ])('with %o leaves %o', (fields, scopes) => {
    expect(scopesOf(fields)).toEqual(scopes);
  });

  it('from two tags gives two events, each the same in any order', () => {
    const idsOf = (tags: string[]) => all({ ...base, event: 'unsubscribed', tags }).map((event) => event.id);
    const [news, offers] = idsOf(['news', 'offers']);
    expect(news).not.toBe(offers);
    expect(idsOf(['offers', 'news'])).toEqual([offers, news]);
  });
});

describe('the id of a Mailgun event', () => {
  const opened = { ...base, event: 'opened' };

  it('distinguishes events with the same id, such as test events', () => {
    const others = [
      { event: 'clicked' },
      { event: 'unsubscribed' },
      { id: 'other' },
      { timestamp: 1767225599.123457 },
      { recipient: 'cc@example.com' },
      { domain: { name: 'other.example.com' } },
    ].map((other) => ({ ...opened, ...other }));
    expect(new Set([opened, ...others].map((report) => only(report).id)).size).toBe(7);
  });

  it('is a digest of the whole event when Mailgun gives none', () => {
    const click = { ...opened, id: undefined, event: 'clicked', url: 'https://example.com/a' };
    expect(only({ ...click, url: 'https://example.com/b' }).id).not.toBe(only(click).id);
    expect(only(Object.fromEntries(Object.entries(click).reverse())).id).toBe(only(click).id);
  });

  it('is the same on a retry with another signature', () => {
    const again = { signature: { ...signature, token: 'other' }, 'event-data': opened };
    expect(normalizeText(JSON.stringify(again)).events[0]?.id).toBe(only(opened).id);
  });

  it('keeps every digit, and so does the payload', () => {
    const numbered = (digits: string) =>
      normalizeText(`{"signature":{},"event-data":${JSON.stringify(opened).replace('"aZ3k"', digits)}}`)
        .events[0];
    expect(JSON.stringify(numbered('4323372036854775807')?.payload)).toContain('"id":4323372036854775807,');
    expect(numbered('4323372036854775807')?.id).not.toBe(numbered('4323372036854775806')?.id);
  });
});

describe('a Mailgun body', () => {
  it.each([
    [
      { ...base, event: 'opened', recipient: null },
      { type: 'open', messageId: '20260101.abc@mg.example.com' },
    ],
    [
      { ...base, event: undefined },
      { type: 'unknown', providerType: 'unnamed' },
    ],
    [
      { ...base, event: 'opened', timestamp: undefined },
      { type: 'open', occurredAt: '1970-01-01T00:00:00.000Z' },
    ],
    [
      { ...base, event: 'opened', timestamp: 'soon' },
      { type: 'open', occurredAt: '1970-01-01T00:00:00.000Z' },
    ],
  ])('without a field is kept with what it says', (report, expected) => {
    expect(only(report)).toMatchObject(expected);
  });

  it.each([
    [{}, 'expected a message, a recipient or a time, found none of them'],
    [{ event: 'opened', id: 'aZ3k' }, 'expected a message, a recipient or a time, found none of them'],
  ])('without message, recipient and time is split off unchanged', (report, reason) => {
    const body = Buffer.from(JSON.stringify({ signature, 'event-data': report }));
    expect(mailgun.normalize({ headers: {}, body })).toEqual({
      events: [],
      unreadable: [{ reason }],
    });
    expect(unreadableBodyOf(mailgun, { headers: {}, body })).toEqual(body);
  });

  it.each([
    '',
    '[]',
    'null',
    '{"signature":{}}',
    '{"signature":{},"event-data":["secret"]}',
    '{"event-data":"secret"}',
  ])('of another shape is unreadable as a whole, and is not quoted: %s', (text) => {
    expect(() => normalizeText(text)).toThrow(UnreadableBody);
    expect(() => normalizeText(text)).toThrow(/^mailgun: expected /);
    expect(() => normalizeText(text)).not.toThrow(/secret/);
  });

  it('of any JSON never makes the normalizer throw', () => {
    const kinds = ['accepted', 'rejected', 'delivered', 'failed', 'opened', 'unsubscribed', 'new'];
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        fc.constantFrom('message', 'delivery-status', 'client-info', 'tags', 'recipient', 'timestamp', 'id'),
        fc.jsonValue(),
        (event, name, value) => {
          const { events, unreadable } = normalize({ ...failed, event, [name]: value });
          expect(events.length + unreadable.length).toBeGreaterThan(0);
        },
      ),
      { numRuns: 100 },
    );
    const deep = `{"signature":{},"event-data":{"event":"new","timestamp":1,"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`;
    expect(normalizeText(deep).unreadable).toHaveLength(1);
  });
});

describe('the Mailgun README and simulator', () => {
  const readme = readFileSync(new URL('../../../providers/mailgun/README.md', import.meta.url), 'utf8');
  const examples = [...readme.matchAll(/```json\n(.*?)```/gs)].map(([, text]) => text ?? '');

  it('has examples that can be read', () => {
    expect(examples.flatMap((text) => normalizeText(text).events)).toMatchObject([
      { type: 'hard_bounce', recipient: 'gone@example.com', smtpStatus: '5.1.1', reason: 'bounce' },
      { type: 'open', machine: { likely: true, rule: 'mailgun client-info.bot apple' } },
    ]);
  });

  it('can be simulated: each kind becomes the type of its name, or the type it belongs to', () => {
    // Forms have whole seconds.
    const at = new Date('2026-01-01T00:00:00.000Z');
    const to = ['ana@example.com', 'ben@example.com'];
    const types = simulate.kinds.map((kind) => {
      const events = simulate
        .payloadsOf([{ kind, to, messageId: 'm1', at }])
        .map((payload) => mailgun.normalize(simulate.sign(payload, 'key', at)).events[0]);
      expect(events).toMatchObject(
        to.map((recipient) => ({ recipient, messageId: 'm1', occurredAt: at.toISOString() })),
      );
      return [kind, events[0]?.type];
    });
    expect(Object.fromEntries(types)).toEqual({
      processed: 'processed',
      deferred: 'deferred',
      delivered: 'delivered',
      hard_bounce: 'hard_bounce',
      soft_bounce: 'soft_bounce',
      dropped: 'dropped',
      delayed_bounce: 'hard_bounce',
      rejected: 'dropped',
      open: 'open',
      click: 'click',
      complaint: 'complaint',
      unsubscribe: 'unsubscribe',
      tag_unsubscribe: 'unsubscribe',
      form_delivered: 'delivered',
      form_bounced: 'hard_bounce',
      form_dropped: 'dropped',
      form_opened: 'open',
      form_complained: 'complaint',
      unknown: 'unknown',
    });
  });
});

describe('what Mailgun tells of a send', () => {
  it('has the user variables, the template and its version', () => {
    const template = { name: 'welcome', version: 'v3', 'is-text': null };
    const variables = { tenant: 't1', order: '{"id": 7}', nested: { a: 1 } };
    expect(only({ ...base, event: 'delivered', template, 'user-variables': variables })).toMatchObject({
      template: 'welcome',
      templateVersion: 'v3',
      metadata: { tenant: 't1', order: '{"id": 7}' },
    });
  });

  it('has the domain of the sender where an older event names no domain, and the same id as before', () => {
    const older = { ...base, event: 'delivered', domain: undefined, envelope: {} };
    const named = { ...older, envelope: { sender: 'no-reply@shop.example' } };
    expect(only(named).sendingDomain).toBe('shop.example');
    expect(only(older).sendingDomain).toBeUndefined();
    expect(only(named).id).toBe(only(older).id);
  });
});
