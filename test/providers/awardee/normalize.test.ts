import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { awardee } from '../../../providers/awardee/normalize.ts';
import { simulate } from '../../../providers/awardee/simulate.ts';

function only(report: unknown, headers: Record<string, string> = {}) {
  const { events, unreadable } = awardee.normalize({ headers, body: Buffer.from(JSON.stringify(report)) });
  expect(unreadable).toEqual([]);
  expect(events).toHaveLength(1);
  return events[0] as NonNullable<(typeof events)[0]>;
}

const chatbot = {
  orgId: 'o1',
  chatbotId: 'c1',
  name: 'Support',
  status: 'draft',
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-02T00:00:00Z',
};

describe('an Awardee event', () => {
  it.each([
    'qr_code.scanned',
    'chatbot.created',
    'chatbot.updated',
    'chatbot.deleted',
    'conversation.created',
    'email.bounced',
    'constructor',
    '__proto__',
  ])('called %s is stored as unknown: Awardee sends no mail', (word) => {
    const headers = { 'x-awardee-event': word, 'x-awardee-delivery': 'd1' };
    expect(only(chatbot, headers)).toEqual({
      id: 'd1',
      provider: 'awardee',
      providerType: word,
      type: 'unknown',
      messageId: 'unnamed#awardee#d1',
      occurredAt: '2026-01-02T00:00:00.000Z',
      payload: chatbot,
    });
  });

  it('without its headers has an id from its content, the same every time', () => {
    const event = only(chatbot);
    expect(event.providerType).toBe('unnamed');
    expect(only({ ...chatbot }).id).toBe(event.id);
    expect(only({ ...chatbot, chatbotId: 'c2' }).id).not.toBe(event.id);
    expect(only(chatbot, { 'x-awardee-event': 'chatbot.deleted' }).id).not.toBe(event.id);
  });

  it.each([
    [{ updatedAt: '2026-01-02T00:00:00Z' }, '2026-01-02T00:00:00.000Z'],
    [{ createdAt: '2026-01-01T00:00:00Z' }, '2026-01-01T00:00:00.000Z'],
    [{ createdAt: 1767225600 }, '2026-01-01T00:00:00.000Z'],
    [{ createdAt: '2026-01-01T00:00:00Z', updatedAt: 'just now' }, '2026-01-01T00:00:00.000Z'],
    [{}, '1970-01-01T00:00:00.000Z'],
  ])('of %o happened at %s, in every attempt', (times, occurredAt) => {
    for (const timestamp of ['1767225600', '1767225700'])
      expect(only(times, { 'x-awardee-timestamp': timestamp }).occurredAt).toBe(occurredAt);
  });

  it('that is not an object is split off, and one that is not JSON is unreadable', () => {
    const normalize = (text: string) => awardee.normalize({ headers: {}, body: Buffer.from(text) });
    expect(normalize('[]').unreadable).toEqual([
      { reason: 'expected the event to be an object, found a list' },
    ]);
    expect(() => normalize('{')).toThrow('awardee: expected a JSON body, found 1 bytes that are not JSON');
  });
});

describe('the events of the Awardee simulator', () => {
  const at = new Date('2026-01-01T00:00:00Z');
  const requestOf = (kind: string, now = at) => {
    const [payload = Buffer.of()] = simulate.payloadsOf([
      { kind, to: ['a@example.com'], messageId: 'm1', at },
    ]);
    return simulate.sign(payload, 'whsec_test', now);
  };

  it.each(simulate.kinds)('is understood: %s', (kind) => {
    const { events } = awardee.normalize(requestOf(kind));
    expect(events).toMatchObject([
      {
        type: 'unknown',
        providerType: kind === 'unknown' ? 'something.new' : kind,
        occurredAt: '2026-01-01T00:00:00.000Z',
      },
    ]);
  });

  it('has one id per event, the same for every attempt', () => {
    const idOf = (kind: string, now?: Date) => awardee.normalize(requestOf(kind, now)).events[0]?.id;
    expect(new Set(simulate.kinds.map((kind) => idOf(kind))).size).toBe(simulate.kinds.length);
    expect(idOf('unknown', new Date('2026-01-02T00:00:00Z'))).toBe(idOf('unknown'));
  });
});

describe("the example in Awardee's README", () => {
  const path = '../../../providers/awardee/README.md';
  const readme = readFileSync(new URL(path, import.meta.url), 'utf8');

  it('is readable', () => {
    const examples = [...readme.matchAll(/```json\n(.*?)```/gs)].map(([, json]) => JSON.parse(json ?? ''));
    expect(examples.map((example) => only(example).type)).toEqual(['unknown']);
  });
});
