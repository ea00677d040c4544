import { describe, expect, it } from 'vitest';
import { mailtrap } from '../../../providers/mailtrap/normalize.ts';
import { UnreadableBody } from '../../../providers/provider.ts';
import { payloadFile, readerOf } from '../../support/reading.ts';
import { unreadableBodyOf } from '../../support/unreadable.ts';

const { all, only, reasonOf } = readerOf(mailtrap);
const base = { event_id: 'e1', message_id: 'm1', email: 'ana@example.com', timestamp: 1767225600 };
const outcome = (report: object) => only({ events: [{ ...base, ...report }] });

describe('a Mailtrap event', () => {
  it('has recipient, time, message and details', () => {
    const [bounce, click, unsubscribe] = all(payloadFile('mailtrap', 'events.json'));
    expect(bounce).toMatchObject({
      provider: 'mailtrap',
      providerType: 'bounce',
      type: 'hard_bounce',
      messageId: '6a1c0e1a-0000-4000-8000-000000000001',
      recipient: 'gone@example.com',
      occurredAt: '2026-01-01T00:00:00.000Z',
      reason: 'badrecipient',
      diagnostic: '[550] 550 5.1.1 no such user',
      smtpStatus: '5.1.1',
      stream: 'transactional',
      tags: ['welcome'],
      sendingDomain: 'example.com',
    });
    expect(click).toMatchObject({ type: 'click', url: 'https://example.com/a', stream: 'bulk' });
    expect(unsubscribe).toMatchObject({ type: 'unsubscribe', scope: 'example.com' });
  });

  it('can come on a line of its own', () => {
    expect(all(payloadFile('mailtrap', 'events.jsonl'))).toMatchObject([
      { type: 'deferred', reason: 'greylisting', diagnostic: '451 4.7.1 greylisted' },
      { type: 'delivered', sendingDomain: undefined },
    ]);
  });

  it.each([
    ['delivery', { type: 'delivered' }],
    ['open', { type: 'open' }],
    ['click', { type: 'click' }],
    ['soft bounce', { type: 'deferred' }],
    ['suspension', { type: 'deferred' }],
    ['spam', { type: 'complaint' }],
    ['unsubscribe', { type: 'unsubscribe', scope: '*' }],
    ['activity_log.created', { type: 'unknown' }],
    ['inbound.message_received', { type: 'unknown' }],
    ['constructor', { type: 'unknown' }],
  ])('called %s is %o', (event, expected) => {
    expect(outcome({ event })).toMatchObject({ ...expected, providerType: event });
  });

  it.each([
    ['badrecipient', 'hard_bounce'],
    ...[
      [
        'overquota',
        'timeout',
        'transientfail',
        'greylisting',
        'serverfail',
        'generalfail',
        'dnsFail',
        'verifyfail',
      ],
      [
        'other',
        'spam',
        'spam_gmail',
        'content',
        'block',
        'serverpolicy',
        'badsender',
        'relayfail',
        'something new',
      ],
    ]
      .flat()
      .map((category) => [category, 'soft_bounce'] as const),
  ] as const)('that bounces as %s is a %s, whatever the server says', (bounce_category, type) => {
    expect(outcome({ event: 'bounce', bounce_category, response: '550 5.1.1 x' })).toMatchObject({ type });
  });

  it.each([
    ['550 5.1.1 no such user', 'hard_bounce'],
    ['smtp; 550-5.1.10 gone', 'hard_bounce'],
    ['550 5.7.1 policy', 'soft_bounce'],
    ['10.5.1.1 said no', 'soft_bounce'],
    [undefined, 'soft_bounce'],
  ])('that bounces without a category and with the answer %s is a %s', (response, type) => {
    expect(outcome({ event: 'bounce', response })).toMatchObject({ type });
  });

  it.each([
    ['The recipient is on the suppression list', 'address'],
    ['Domain not verified', 'message'],
    [undefined, 'message'],
  ])('that is rejected for %s blames the %s', (reason, blames) => {
    expect(outcome({ event: 'reject', reason })).toMatchObject({ type: 'dropped', blames });
  });

  it('is told from another type with the same id, as in the documented samples', () => {
    expect(outcome({ event: 'open' }).id).not.toBe(outcome({ event: 'click' }).id);
    expect(outcome({ event: 'open', event_id: 'e2' }).id).not.toBe(outcome({ event: 'open' }).id);
    expect(outcome({ event: 'open', category: 'changed' }).id).toBe(outcome({ event: 'open' }).id);
  });

  it('of inbound mail has milliseconds', () => {
    expect(outcome({ event: 'inbound.message_received', timestamp: 1767225600123 }).occurredAt).toBe(
      '2026-01-01T00:00:00.123Z',
    );
  });

  it('without message, recipient and time is set apart', () => {
    expect(reasonOf({ events: [{ event: 'open' }] })).toMatch(/^expected a message, a recipient or a time/);
  });
});

describe('a Mailtrap body', () => {
  it('gives the same events in both formats', () => {
    const events = [
      { ...base, event: 'delivery' },
      { ...base, event: 'open' },
    ];
    const lines = events.map((event) => JSON.stringify(event));
    const alone = all({ events });
    expect(all(lines.join('\n'))).toEqual(alone);
    expect(all(`${lines.join('\r\n')}\r\n\r\n`)).toEqual(alone);
    expect(all(JSON.stringify({ events }, null, 2))).toEqual(alone);
  });

  it('keeps its format when a bad event is split off', () => {
    const bad = '{"event":"open"}';
    const lines = Buffer.from(`${JSON.stringify({ ...base, event: 'open' })}\n${bad}\n`);
    expect(unreadableBodyOf(mailtrap, { headers: {}, body: lines }).toString()).toBe(bad);
    const json = Buffer.from(`{"events":[${bad}]}`);
    expect(unreadableBodyOf(mailtrap, { headers: {}, body: json }).toString()).toBe(`{"events":[${bad}]}`);
  });

  it('can have no event', () => {
    expect([all('{"events":[]}'), all('')]).toEqual([[], []]);
  });

  it('on lines keeps the good ones beside one that was cut off', () => {
    const body = Buffer.from(`${JSON.stringify({ ...base, event: 'open' })}\n{"event":"cl`);
    const { events, unreadable } = mailtrap.normalize({ headers: {}, body });
    expect([events.length, unreadable.length]).toEqual([1, 1]);
    expect(unreadableBodyOf(mailtrap, { headers: {}, body }).toString()).toBe('{"event":"cl');
  });

  it.each(['secret', '{"events":\n{', '[{"a"'])(
    'of another form is unreadable, and is not quoted: %s',
    (text) => {
      expect(() => all(text)).toThrow(UnreadableBody);
      expect(() => all(text)).not.toThrow(/secret/);
    },
  );
});
