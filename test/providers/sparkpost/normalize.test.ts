import { describe, expect, it } from 'vitest';
import { sparkpost } from '../../../providers/sparkpost/normalize.ts';
import { payloadFile, readerOf } from '../../support/reading.ts';
import { unreadableBodyOf } from '../../support/unreadable.ts';

const { all, only, reasonOf } = readerOf(sparkpost);
const base = {
  event_id: '1',
  message_id: '000443ee',
  transmission_id: '658',
  rcpt_to: 'ana@example.com',
  timestamp: '1767225600',
};
const wrapped = (report: object, group = 'message_event') => [{ msys: { [group]: { ...base, ...report } } }];
const outcome = (report: object, group?: string) => only(wrapped(report, group));

describe('a SparkPost batch', () => {
  it('has events of every class, each with recipient, time, message and details', () => {
    const [bounce, click, unsubscribe, ...more] = all(payloadFile('sparkpost', 'batch.json'));
    expect(bounce).toMatchObject({
      id: '92356927693813856',
      provider: 'sparkpost',
      providerType: 'bounce',
      type: 'hard_bounce',
      messageId: '65832150921904138',
      recipient: 'gone@example.com',
      recipientAsGiven: 'Gone@example.com',
      occurredAt: '2026-01-01T00:00:05.000Z',
      reason: 'bounce class 10',
      diagnostic: '550 5.1.1 unknown user',
      smtpStatus: '5.1.1',
      tags: ['welcome', 'new', 'eu'],
      template: 'hello',
      sendingDomain: 'example.com',
      payload: { msys: { message_event: { event_id: '92356927693813856' } } },
    });
    expect(click).toMatchObject({
      type: 'click',
      url: 'https://example.com/start',
      ip: '203.0.113.5',
      occurredAt: '2026-01-01T00:01:40.000Z',
    });
    expect(click).not.toHaveProperty('machine.likely', true);
    expect(unsubscribe).toMatchObject({ type: 'unsubscribe', scope: '*', messageId: '65832150921904138' });
    expect(more).toEqual([]);
  });

  it('can contain a time in ISO form', () => {
    expect(only(payloadFile('sparkpost', 'generation-failure.json'))).toMatchObject({
      type: 'dropped',
      blames: 'message',
      occurredAt: '2026-01-01T00:00:05.000Z',
      template: 'hello',
    });
  });

  it('without an event, as of a new webhook, is empty', () => {
    expect(all('[{"msys":{}}]')).toEqual([]);
    expect(all('[]')).toEqual([]);
  });

  it.each([
    [{ msys: [] }, 'expected "msys" to be an object with the object of a class, found a list'],
    [
      { msys: { message_event: 'x' } },
      'expected "msys" to be an object with the object of a class, found a string',
    ],
    [{ cust: 1 }, 'expected a message, a recipient or a time, found none of them'],
    [{ msys: null }, 'expected "msys" to be an object with the object of a class, found null'],
    [{ msys: { message_event: {} } }, 'expected a message, a recipient or a time, found none of them'],
    ['text', 'expected the event to be an object, found a string'],
  ])('with %j sets it apart', (event, reason) => {
    expect(reasonOf([event])).toBe(reason);
  });
});

describe('a SparkPost wrapper', () => {
  const [bounce, complaint] = [
    { ...base, event_id: '1', type: 'bounce', bounce_class: '10' },
    { ...base, event_id: '2', type: 'spam_complaint' },
  ];

  it('with two classes has two events, each of which can be read again alone', () => {
    const both = { msys: { message_event: bounce, unsubscribe_event: complaint, version: 2 } };
    const events = all([both]);
    expect(events).toMatchObject([
      { id: '1', type: 'hard_bounce', payload: { msys: { message_event: bounce, version: 2 } } },
      { id: '2', type: 'complaint', payload: { msys: { unsubscribe_event: complaint, version: 2 } } },
    ]);
    for (const event of events)
      expect(all(sparkpost.requestFor(JSON.stringify(event.payload), event).body)).toEqual([event]);
  });

  it('with two classes of which one cannot be read keeps the other', () => {
    const body = Buffer.from(JSON.stringify([{ msys: { a: {}, b: complaint } }]));
    expect(sparkpost.normalize({ headers: {}, body })).toMatchObject({
      events: [{ type: 'complaint' }],
      unreadable: [{ reason: expect.stringContaining('found none of them') }],
    });
    expect(JSON.parse(unreadableBodyOf(sparkpost, { headers: {}, body }).toString())).toEqual([
      { msys: { a: {} } },
    ]);
  });

  it('can be absent, as in the answers of the API for events', () => {
    const [wrappedOne, flat] = [only([{ msys: { message_event: bounce } }]), only([bounce])];
    expect(flat).toEqual({ ...wrappedOne, payload: bounce });
    expect(only(bounce)).toEqual(flat);
  });
});

describe('a SparkPost event', () => {
  it.each([
    ['injection', 'processed'],
    ['delivery', 'delivered'],
    ['delay', 'deferred'],
    ['spam_complaint', 'complaint'],
    ['open', 'open'],
    ['amp_open', 'open'],
    ['initial_open', 'unknown'],
    ['amp_initial_open', 'unknown'],
    ['click', 'click'],
    ['amp_click', 'click'],
    ['list_unsubscribe', 'unsubscribe'],
    ['link_unsubscribe', 'unsubscribe'],
    ['relay_delivery', 'unknown'],
    ['sms_status', 'unknown'],
    ['success', 'unknown'],
    ['constructor', 'unknown'],
  ])('called %s is of type %s, whatever its class', (type, expected) => {
    for (const group of ['message_event', 'a_class_of_next_year'])
      expect(outcome({ type }, group)).toMatchObject({ type: expected, providerType: type });
  });

  it.each([
    ['10', { type: 'hard_bounce' }],
    ['30', { type: 'hard_bounce' }],
    [10, { type: 'hard_bounce' }],
    ['90', { type: 'unsubscribe', scope: '*' }],
    ['25', { type: 'dropped', blames: 'address' }],
    ...['1', '20', '21', '22', '23', '24', '40', '50', '51', '52', '53', '54', '70', '999', undefined].map(
      (code) => [code, { type: 'soft_bounce' }] as const,
    ),
    ['60', { type: 'unknown' }],
    ['80', { type: 'unknown' }],
    ['100', { type: 'unknown' }],
  ] as const)('that bounces with class %s is %o', (bounce_class, expected) => {
    for (const type of ['bounce', 'out_of_band'])
      expect(outcome({ type, bounce_class })).toMatchObject(expected);
  });

  it.each([
    [{ bounce_class: '25' }, 'address'],
    [{ raw_reason: '550 5.7.1 recipient address suppressed due to customer policy' }, 'address'],
    [{ raw_reason: 'message size exceeds limit' }, 'message'],
    [{}, 'message'],
  ])('that is rejected with %o blames the %s', (fields, blames) => {
    for (const type of ['policy_rejection', 'generation_rejection'])
      expect(outcome({ type, ...fields })).toMatchObject({ type: 'dropped', blames });
  });

  it.each([
    [{ is_prefetched: true }, 'sparkpost is_prefetched'],
    [{ is_proxy: 'true' }, 'sparkpost is_proxy'],
  ])('opened with %o was opened by a machine', (user_agent_parsed, rule) => {
    expect(outcome({ type: 'open', user_agent_parsed })).toMatchObject({ machine: { likely: true, rule } });
  });

  it('names the message of its recipient if it names no transmission', () => {
    expect(outcome({ type: 'delivery', transmission_id: undefined }).messageId).toBe('000443ee');
  });

  it('without an id has a digest of what it says, in any order of fields', () => {
    const report = { ...base, event_id: undefined, type: 'open' };
    const reversed = Object.fromEntries(Object.entries(report).toReversed());
    const idOf = (fields: object) => only([{ msys: { track_event: fields } }]).id;
    expect(idOf(reversed)).toBe(idOf(report));
    expect(idOf({ ...report, ip_address: '192.0.2.1' })).not.toBe(idOf(report));
  });
});
