import { describe, expect, it } from 'vitest';
import { brevo } from '../../../providers/brevo/normalize.ts';
import { payloadFile, readerOf } from '../../support/reading.ts';

const { all, only, reasonOf } = readerOf(brevo);
const base = { email: 'ana@example.com', id: 1, ts_epoch: 1767225600000, 'message-id': '<m1@example.com>' };
const outcome = (report: object) => only({ ...base, ...report });

describe('a Brevo event', () => {
  it('of transactional mail has recipient, message and details, and the time that is surely UTC', () => {
    expect(only(payloadFile('brevo', 'transactional.json'))).toMatchObject({
      provider: 'brevo',
      providerType: 'hard_bounce',
      type: 'hard_bounce',
      messageId: '202601010000.1@smtp-relay.mailin.fr',
      recipient: 'gone@example.com',
      occurredAt: '2026-01-01T00:00:00.123Z',
      diagnostic: '550 5.1.1 unknown user',
      smtpStatus: '5.1.1',
      tags: ['welcome'],
      template: '12',
      sendingDomain: 'example.com',
    });
  });

  it('of marketing mail belongs to the campaign and the recipient', () => {
    expect(only(payloadFile('brevo', 'marketing.json'))).toMatchObject({
      type: 'click',
      messageId: 'campaign#47#ana@example.com',
      recipient: 'ana@example.com',
      occurredAt: '2026-01-01T00:05:00.000Z',
      url: 'https://example.com/news',
      tags: ['news', 'January news'],
    });
  });

  it.each([
    ['request', { type: 'processed' }],
    ['sent', { type: 'processed' }],
    ['delivered', { type: 'delivered' }],
    ['deferred', { type: 'deferred' }],
    ['hard_bounce', { type: 'hard_bounce' }],
    ['invalid_email', { type: 'hard_bounce' }],
    ['soft_bounce', { type: 'soft_bounce' }],
    ['blocked', { type: 'dropped', blames: 'address' }],
    ['error', { type: 'dropped', blames: 'message' }],
    ['spam', { type: 'complaint' }],
    ['complaint', { type: 'complaint' }],
    ['unsubscribe', { type: 'unsubscribe', scope: '*' }],
    ['unsubscribed', { type: 'unsubscribe', scope: '*' }],
    ['click', { type: 'click' }],
    ['opened', { type: 'open' }],
    ['unique_opened', { type: 'open' }],
    ['proxy_open', { type: 'open', machine: { likely: true, rule: 'brevo proxy_open' } }],
    ['unique_proxy_open', { type: 'open', machine: { likely: true, rule: 'brevo proxy_open' } }],
    ['list_addition', { type: 'unknown' }],
    ['contact_deleted', { type: 'unknown' }],
    ['reply', { type: 'unknown' }],
    ['constructor', { type: 'unknown' }],
  ])('called %s is %o', (event, expected) => {
    expect(outcome({ event })).toMatchObject({ ...expected, providerType: event });
  });

  it.each([
    [{ ts_epoch: 1767225600 }, '2026-01-01T00:00:00.000Z'],
    [{ ts_epoch: '1767225600000' }, '2026-01-01T00:00:00.000Z'],
    [{ ts_epoch: undefined, s_epoch: 1767225601000 }, '2026-01-01T00:00:01.000Z'],
    [{ ts_epoch: undefined, ts_event: 1767225602, ts: 1 }, '2026-01-01T00:00:02.000Z'],
    [{ ts_epoch: undefined, date: '2026-01-01 00:00:03' }, '2026-01-01T00:00:03.000Z'],
  ])('with %o happened at %s', (fields, occurredAt) => {
    expect(outcome({ event: 'delivered', ...fields })).toMatchObject({ occurredAt });
  });

  it.each([
    [{ tags: ['a', 'b'] }, ['a', 'b']],
    [{ tag: 'a' }, ['a']],
    [{ tag: '["a","b"]' }, ['a', 'b']],
    [{ tag: '[a' }, ['[a']],
    [{ tags: [], tag: '[]' }, []],
  ])('with %o has the tags %o', (fields, tags) => {
    expect(outcome({ event: 'delivered', ...fields })).toMatchObject({ tags });
  });

  it('is told from others by what it says, and not by the number of the webhook', () => {
    const click = { ...base, event: 'click', link: 'https://example.com/a', ip: '203.0.113.5' };
    const others = [
      { event: 'opened' },
      { link: 'https://example.com/b' },
      { ip: '203.0.113.6' },
      { email: 'ben@example.com' },
      { ts_epoch: 1767225600001 },
      { 'message-id': '<m2@example.com>' },
    ].map((other) => ({ ...click, ...other }));
    expect(new Set([click, ...others].map((report) => only(report).id)).size).toBe(7);
    expect(only({ ...click, id: 2 }).id).toBe(only(click).id);
    expect(only({ ...click, 'message-id': 'm1@example.com' }).id).toBe(only(click).id);
  });

  it('without message, recipient and time is set apart', () => {
    expect(reasonOf({ event: 'delivered', id: 1 })).toMatch(/^expected a message, a recipient or a time/);
  });
});

describe('a Brevo batch', () => {
  const reports = [
    { ...base, event: 'delivered' },
    { ...base, event: 'opened', tags: ['a'] },
  ];

  it('is a list', () => {
    expect(all(payloadFile('brevo', 'batch.json'))).toMatchObject([
      { type: 'delivered' },
      { type: 'open', machine: { likely: true } },
    ]);
  });

  it('gives the same events as an object with one list, or alone', () => {
    const alone = reports.flatMap((report) => all(report));
    expect(all(reports)).toEqual(alone);
    expect(all({ events: reports })).toEqual(alone);
    expect(all({ batch: 'b1', data: reports })).toEqual(alone);
  });

  it('keeps its form when a bad event is split off', () => {
    const body = Buffer.from(JSON.stringify({ batch: 'b1', data: [...reports, { poison: 1 }] }));
    const { parts, bodyOf } = brevo.split({ headers: {}, body });
    expect(JSON.parse(bodyOf(parts.slice(2)).toString())).toEqual({ batch: 'b1', data: [{ poison: 1 }] });
  });

  it('of inbound mail that is posted here by mistake is stored, without effect', () => {
    const items = [{ Uuid: ['u'], MessageId: '<in@example.com>', Subject: 'Re: Hi' }];
    expect(all({ items })).toMatchObject([{ type: 'unknown', messageId: 'in@example.com' }]);
  });
});
