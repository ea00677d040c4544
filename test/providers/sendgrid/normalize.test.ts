import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sendgrid } from '../../../providers/sendgrid/normalize.ts';
import { unreadableBodyOf } from '../../support/unreadable.ts';

const vectors: { body: string }[] = JSON.parse(
  readFileSync(new URL('./payloads/published-vectors.json', import.meta.url), 'utf8'),
);

const normalize = (body: string | object) =>
  sendgrid.normalize({
    headers: {},
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  });

const base = {
  email: 'Ana@Example.com',
  timestamp: 1767225600,
  sg_event_id: 'e1',
  sg_message_id: 'mQ1xAbC.recvd-7c4-1-6955-1.0',
};

function only(report: object) {
  const { events, unreadable } = normalize([report]);
  expect(unreadable).toEqual([]);
  expect(events).toHaveLength(1);
  return events[0] as NonNullable<(typeof events)[0]>;
}

describe('a SendGrid event', () => {
  it('is normalised in every type of the dashboard test', () => {
    const { events, unreadable } = normalize(vectors[2]?.body ?? '');
    expect(unreadable).toEqual([]);
    expect(events.map((event) => event.type)).toEqual([
      'processed',
      'deferred',
      'delivered',
      'open',
      'click',
      'hard_bounce',
      'dropped',
      'complaint',
      'unsubscribe',
      'unsubscribe',
      'resubscribe',
    ]);
    // This id contains dots before `.filter`.
    expect(new Set(events.map((event) => event.messageId))).toEqual(new Set(['14c5d75ce93.dfd.64b469']));
    expect(events.slice(8)).toMatchObject([{ scope: '*' }, { scope: '10' }, { scope: '10' }]);
    expect(new Set(events.map((event) => event.id)).size).toBe(11);
  });

  it('is a soft bounce when SendGrid blocked it, even with a 5.x.x status', () => {
    const { events } = normalize(vectors[1]?.body ?? '');
    expect(events[1]).toMatchObject({
      type: 'soft_bounce',
      smtpStatus: '5.2.2',
      messageId: 'qNwBLgPQQjW6DJvKQwSAbw',
    });
  });

  it.each([
    [{ type: 'bounce' }, 'hard_bounce'],
    [{ type: 'blocked', status: '5.2.2' }, 'soft_bounce'],
    [{ type: 'expired' }, 'soft_bounce'],
    [{ status: '4.4.1' }, 'soft_bounce'],
    [{ status: '5.1.1', bounce_classification: 'Invalid Address' }, 'hard_bounce'],
    [{}, 'hard_bounce'],
  ])('with bounce fields %o is a %s', (fields, type) => {
    expect(only({ ...base, event: 'bounce', ...fields }).type).toBe(type);
  });

  it.each([
    ['Bounced Address', 'address'],
    ['Unsubscribed Address', 'address'],
    ['Spam Reporting Address', 'address'],
    ['Invalid', 'address'],
    ['Invalid SMTPAPI header', 'message'],
    ['Spam Content', 'message'],
    ['Recipient List over Package Quota', 'message'],
    ['something new', 'address'],
  ])('dropped for "%s" blames the %s', (reason, blames) => {
    expect(only({ ...base, event: 'dropped', reason })).toMatchObject({
      type: 'dropped',
      blames,
      diagnostic: reason,
    });
  });

  it('has recipient, time, message and details', () => {
    const report = {
      ...base,
      event: ' Click',
      url: 'https://example.com/a',
      ip: '203.0.113.5',
      useragent: 'Mozilla/5.0 (X11) Firefox/140.0',
      category: 'welcome',
      asm_group_id: 7,
      sg_template_name: 'hello',
    };
    expect(only(report)).toEqual({
      id: 'e1',
      provider: 'sendgrid',
      providerType: 'click',
      type: 'click',
      messageId: 'mQ1xAbC',
      recipient: 'ana@example.com',
      recipientAsGiven: 'Ana@Example.com',
      occurredAt: '2026-01-01T00:00:00.000Z',
      url: 'https://example.com/a',
      ip: '203.0.113.5',
      userAgent: 'Mozilla/5.0 (X11) Firefox/140.0',
      machine: undefined,
      tags: ['welcome'],
      stream: '7',
      template: 'hello',
      payload: report,
    });
  });

  it('says whether a machine opened, and by which rule', () => {
    const machine = (flag: unknown) => only({ ...base, event: 'open', sg_machine_open: flag });
    expect(machine(true)).toMatchObject({ machine: { likely: true, rule: 'sendgrid sg_machine_open' } });
    expect(machine(false)).toMatchObject({ machine: { likely: false } });
    expect(machine(undefined)).toMatchObject({ machine: undefined });
  });

  it('has the first part of smtp-id as message id when it is an asynchronous bounce', () => {
    const { sg_message_id: _, ...rest } = base;
    expect(only({ ...rest, event: 'bounce', 'smtp-id': '<mQ1xAbC@geopod-1>' }).messageId).toBe('mQ1xAbC');
    expect(only({ ...rest, event: 'bounce', 'smtp-id': '' }).messageId).toBe('unnamed#sendgrid#e1');
  });

  // Sources: the tests of django-anymail (host first), SendGrid's event reference of 2013 (dots), published vectors.
  it.each([
    [
      'filter0093p1las1.9128.5717FB8127.0',
      '<wrfRRvF7Q0GgwUo2CvDmEA@ismtpd0006p1sjc2.sendgrid.net>',
      'wrfRRvF7Q0GgwUo2CvDmEA',
    ],
    [
      'filter0093p1las1.9128.5717FB8127.0',
      '<1461095250.7@app-1.example.com>',
      '1461095250.7@app-1.example.com',
    ],
    ['filter0093p1las1.9128.5717FB8127.0', '', 'filter0093p1las1.9128.5717FB8127.0'],
    ['filter0093p1las1.9128.5717FB8127.0', undefined, 'filter0093p1las1.9128.5717FB8127.0'],
    [
      'filterdrecv-p3mdw1-756b745b58-kmzbl-18-5F5FC76C-9.0',
      '<LRzXl_NHStOGhQ4kofSm_A@ismtpd0039p1iad1.sendgrid.net>',
      'LRzXl_NHStOGhQ4kofSm_A',
    ],
    [
      '142d9f3f351.7618.254f56.filter-147.22649.52A663508.0',
      '<142d9f3f351.7618.254f56@sendgrid.com>',
      '142d9f3f351.7618.254f56',
    ],
    [
      'LRzXl_NHStOGhQ4kofSm_A.filterdrecv-p3mdw1-756b745b58-kmzbl-18-5F5FC76C-9.0',
      undefined,
      'LRzXl_NHStOGhQ4kofSm_A',
    ],
    ['mQ1xAbC.recvd-7c4-1-6955-1.0', '<other@example.com>', 'mQ1xAbC'],
    [' mQ1xAbC.something-new.0', undefined, 'mQ1xAbC'],
  ])('with sg_message_id %o and smtp-id %o is about message %s', (full, smtpId, messageId) => {
    const report = { ...base, event: 'dropped', sg_message_id: full, 'smtp-id': smtpId };
    expect(only(report).messageId).toBe(messageId);
  });

  it('is about another message than the next drop of the same host', () => {
    const drop = (id: string) =>
      only({
        ...base,
        event: 'dropped',
        sg_message_id: 'filter0093p1las1.9128.5717FB8127.0',
        'smtp-id': `<${id}@ismtpd-555>`,
      });
    expect(drop('a').messageId).not.toBe(drop('b').messageId);
  });

  it('without an id of its own gets one from its content, the same every time', () => {
    const { sg_event_id: _, ...rest } = base;
    const click = {
      ...rest,
      event: 'click',
      url: 'https://example.com/a',
      url_offset: { index: 0, type: 'html' },
    };
    const others = [
      { ...click, url: 'https://example.com/b' },
      { ...click, url_offset: { index: 1, type: 'html' } },
      { ...click, email: 'b@example.com' },
      { ...click, timestamp: 1767225601 },
    ];
    const ids = [click, ...others].map((report) => only(report).id);
    expect(new Set(ids).size).toBe(5);
    expect(normalize([...others, click]).events.at(-1)?.id).toBe(ids[0]);
  });

  it('with milliseconds, as in Single Sends, has the right time', () => {
    expect(only({ ...base, event: 'open', timestamp: 1767225600123 }).occurredAt).toBe(
      '2026-01-01T00:00:00.123Z',
    );
    expect(only({ ...base, event: 'open', timestamp: '1767225600' }).occurredAt).toBe(
      '2026-01-01T00:00:00.000Z',
    );
  });

  it('of an unknown type is stored as unknown', () => {
    const account = {
      event: 'account_status_change',
      sg_event_id: 'YWNj',
      timestamp: 1767225702,
      type: 'compliance_suspend',
    };
    expect(only(account)).toMatchObject({
      type: 'unknown',
      providerType: 'account_status_change',
      reason: 'compliance_suspend',
    });
    expect(only(account).recipient).toBeUndefined();
    for (const event of ['constructor', '__proto__', 'teleported'])
      expect(only({ ...base, event }).type).toBe('unknown');
  });
});

describe('a SendGrid batch', () => {
  it('loses only unreadable events, which can be tried again together', () => {
    const bad = [
      { event: 'open', timestamp: 'soon' },
      'text',
      null,
      { event: 'open', email: 'x'.repeat(2000) },
    ];
    const batch = [{ ...base, event: 'open' }, ...bad, { ...base, event: 'delivered' }];
    const { events, unreadable } = normalize(batch);
    expect(events.map((event) => event.type)).toEqual(['open', 'delivered']);
    expect(unreadable.map(({ reason }) => reason)).toEqual([
      'expected a message, a recipient or a time, found none of them',
      'expected the event to be an object, found a string',
      'expected the event to be an object, found null',
      'expected a message, a recipient or a time, found none of them',
    ]);
    const rest = unreadableBodyOf(sendgrid, { headers: {}, body: Buffer.from(JSON.stringify(batch)) });
    expect(JSON.parse(rest.toString())).toEqual(bad);
    expect(normalize(rest.toString())).toEqual({ events: [], unreadable });
  });

  it('keeps what it can of a strange event', () => {
    expect(only({ ...base, event: 'open', timestamp: 'soon' })).toMatchObject({
      type: 'open',
      occurredAt: '1970-01-01T00:00:00.000Z',
    });
    expect(only({ ...base, event: undefined })).toMatchObject({ type: 'unknown', providerType: 'unnamed' });
    expect(only({ ...base, event: 'open', email: 'x'.repeat(2000) })).not.toHaveProperty('recipient');
    expect(only({ ...base, event: 'group_unsubscribe' })).toMatchObject({ type: 'unsubscribe', scope: '*' });
    expect(only({ ...base, event: 'group_resubscribe' })).toMatchObject({ type: 'unknown' });
    expect(only({ ...base, event: 'open', sg_machine_open: 'true' })).toMatchObject({
      machine: { likely: true },
    });
  });

  it('that is not a list is unreadable as a whole, and is not quoted', () => {
    for (const body of ['{"email":"secret@example.com"}', '[{"email":"secret@example.com"', '']) {
      expect(() => normalize(body)).toThrow(/^sendgrid: expected (a list of events|a JSON body)/);
      expect(() => normalize(body)).not.toThrow(/secret/);
    }
  });
});

describe('what SendGrid tells of a send', () => {
  it('has the custom arguments, and none of the fields of SendGrid', () => {
    const { metadata } = only({
      ...base,
      event: 'click',
      url: 'https://example.com/a',
      url_offset: { index: 0, type: 'html' },
      sg_machine_open: false,
      singlesend_id: 's1',
      marketing_campaign_name: 'spring',
      newsletter: { newsletter_id: '1' },
      tenant: 't1',
      template: 'welcome',
      attempts: 3,
      isTrial: true,
      nested: { a: 1 },
    });
    expect(metadata).toEqual({ tenant: 't1', template: 'welcome', attempts: '3', isTrial: 'true' });
  });

  it('has the version of the template, the pool of the first event and the sender of a deferral', () => {
    expect(
      only({ ...base, event: 'processed', template_version_id: 'v2', pool: { name: 'new', id: 210 } }),
    ).toMatchObject({ templateVersion: 'v2', ipPool: 'new' });
    expect(only({ ...base, event: 'processed', pool: { id: 210 } }).ipPool).toBe('210');
    expect(only({ ...base, event: 'deferred', from: 'Shop <no-reply@shop.example>' })).toMatchObject({
      sendingDomain: 'shop.example',
    });
  });
});
