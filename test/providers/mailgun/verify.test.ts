import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mailgun as manifest } from '../../../providers/mailgun/manifest.ts';
import { simulate } from '../../../providers/mailgun/simulate.ts';
import { mailgun } from '../../../providers/mailgun/verify.ts';

const now = new Date('2026-01-01T12:00:00Z');
const key = 'mg_test_key';
const context = { keys: [key], now, toleranceSeconds: 24 * 3600 };
const seconds = (at: Date) => Math.floor(at.getTime() / 1000);
const secondsFromNow = (count: number) => new Date(now.getTime() + count * 1000);

const token = '0123456789abcdef0123456789abcdef0123456789abcdef01';
const hmac = (text: string, by = key) => createHmac('sha256', by).update(text).digest('hex');
const blockAt = (at: Date, by = key) => {
  const timestamp = String(seconds(at));
  return { timestamp, token, signature: hmac(`${timestamp}${token}`, by) };
};

const event = { event: 'opened', id: 'bQ', timestamp: 1767225699.5 };
const requestOf = (body: unknown) => ({
  headers: {},
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
});
const verdictOn = (signature: unknown, data: unknown = event, keys = context.keys) =>
  mailgun.verify(requestOf({ signature, 'event-data': data }), { ...context, keys });

const bodyDigestOf = (body: unknown) => {
  const verdict = mailgun.verify(requestOf(body), context);
  return 'next' in verdict && verdict.next.type === 'enqueue-once' ? verdict.next.bodyDigest : undefined;
};

describe('a Mailgun request', () => {
  // Source: fixtures of Symfony's Mailgun bridge.
  it.each([
    [
      '1661590666',
      'fff0ebc59c0516f4ce0823212a2f45e5c67814420b99fe558b',
      'a0cd251821d8fd56a2130b541becc8e441023574e602fe9829a9ab9fbfdea33f',
    ],
    [
      '1661621361',
      'fafa24ab7699395ccfce2847b87dce8a29f6696a79127ee77c',
      '4328a8ea0818dcb218382cf70ccee285c45a8755f5f5616be90b887b67d84593',
    ],
    [
      '1661621752',
      'bbb203bc8d6602b6b22e4ce88a074f73fecb68d3a96e9c8318',
      '695c5558b2f9b7a05c73081c860688595fde006c60614e9d6841cc889c4c8c9f',
    ],
  ])('is genuine as published, at %s', (timestamp, published, signature) => {
    const request = requestOf({ signature: { timestamp, token: published, signature }, 'event-data': event });
    const keys = ['key-0p6mqbf74lb20gzq9f4dhpn9rg3zyk26'];
    const at = new Date(Number(timestamp) * 1000);
    expect(mailgun.verify(request, { ...context, keys, now: at })).toEqual({
      genuine: true,
      next: {
        type: 'enqueue-once',
        token: `${timestamp}${published}`,
        bodyDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    });
    expect(mailgun.verify(request, { ...context, now: at })).toMatchObject({ genuine: false });
    expect(mailgun.verify(request, { ...context, keys })).toMatchObject({ reason: 'timestamp-stale' });
  });

  it('is genuine as our README shows it', () => {
    const readme = readFileSync(new URL('../../../providers/mailgun/README.md', import.meta.url), 'utf8');
    const examples = [...readme.matchAll(/```json\n(.*?)```/gs)].map(([, text]) => text ?? '');
    expect(examples).toHaveLength(2);
    for (const text of examples)
      expect(mailgun.verify(requestOf(text), { ...context, now: new Date(1767225650_000) })).toMatchObject({
        genuine: true,
      });
  });

  it('is genuine with the old and the new key during a rotation', () => {
    const both = ['old', 'new'];
    for (const by of both) expect(verdictOn(blockAt(now, by), event, both)).toMatchObject({ genuine: true });
    expect(verdictOn(blockAt(now, 'other'), event, both)).toEqual({
      genuine: false,
      reason: 'signature-mismatch',
    });
  });

  it("of a subaccount is genuine by the parent's signature, if that is one of ours", () => {
    const block = blockAt(now);
    const stranger = { ...block, signature: hmac('stranger') };
    expect(verdictOn({ ...stranger, 'parent-signature': block.signature })).toMatchObject({ genuine: true });
    expect(verdictOn({ ...stranger, 'parent-signature': hmac('other') })).toMatchObject({ genuine: false });
  });

  it.each([
    ['another token', { token: token.replace('0', '1') }],
    ['another time', { timestamp: String(seconds(now) + 1) }],
    ['half a signature', { signature: blockAt(now).signature.slice(0, 32) }],
    ['a signature with letters that hex does not have', { signature: 'zz'.repeat(32) }],
    ['a signature in letters beyond ASCII', { signature: 'é'.repeat(64) }],
    ['a number for a signature', { signature: 1e300 }],
  ])('is refused with %s', (_, change) => {
    expect(verdictOn({ ...blockAt(now), ...change })).toEqual({
      genuine: false,
      reason: 'signature-mismatch',
    });
  });

  it.each(['timestamp', 'token', 'signature'])('is refused as not signed without its %s', (name) => {
    for (const nothing of [undefined, null, '', {}, []])
      expect(verdictOn({ ...blockAt(now), [name]: nothing })).toEqual({
        genuine: false,
        reason: 'not-signed',
      });
  });

  it('is refused when it is a day old or from the future, and counts as late only when its signature is valid', () => {
    const day = manifest.toleranceSeconds;
    expect(day).toBe(86_400);
    expect(verdictOn(blockAt(secondsFromNow(-day)))).toMatchObject({ genuine: true });
    expect(verdictOn(blockAt(secondsFromNow(-day - 1)))).toMatchObject({ reason: 'timestamp-stale' });
    expect(verdictOn(blockAt(secondsFromNow(day)))).toMatchObject({ genuine: true });
    expect(verdictOn(blockAt(secondsFromNow(day + 1)))).toMatchObject({ reason: 'timestamp-in-future' });
    expect(verdictOn(blockAt(secondsFromNow(-day - 1), 'other'))).toMatchObject({
      reason: 'signature-mismatch',
    });
    const tight = { ...context, toleranceSeconds: 300 };
    const request = requestOf({ signature: blockAt(secondsFromNow(-301)), 'event-data': event });
    expect(mailgun.verify(request, tight)).toMatchObject({ reason: 'timestamp-stale' });
    const nonsense = { timestamp: 'noon', token, signature: hmac(`noon${token}`) };
    expect(verdictOn(nonsense)).toMatchObject({ reason: 'timestamp-unreadable' });
  });

  it('has the same token when a digit is moved from the token to the timestamp', () => {
    const { timestamp, signature } = blockAt(now);
    const moved = { timestamp: `${timestamp}0`, token: token.slice(1), signature };
    const endless = { ...context, toleranceSeconds: 1e12 };
    const tokens = [{ timestamp, token, signature }, moved].map((block) =>
      mailgun.verify(requestOf({ signature: block, 'event-data': event }), endless),
    );
    expect(tokens[0]).toMatchObject({ genuine: true });
    expect(tokens[1]).toEqual(tokens[0]);
  });

  it('is recognised when a retry has the same event with another order of keys', () => {
    const signature = blockAt(now);
    const data = { id: 'bQ', message: { headers: { to: 'a', from: 'b' } }, tags: ['x', 'y'] };
    const again = { tags: ['x', 'y'], message: { headers: { from: 'b', to: 'a' } }, id: 'bQ' };
    const first = bodyDigestOf({ signature, 'event-data': data });
    expect(first).toBeDefined();
    expect(bodyDigestOf(JSON.stringify({ 'event-data': again, signature }, null, 2))).toBe(first);
  });

  it('is distinguished from another event with the same signature', () => {
    const signature = blockAt(now);
    const bodies = [
      { id: 'bQ', tags: ['x', 'y'] },
      { id: 'bQ', tags: ['y', 'x'] },
      { id: 'bR', tags: ['x', 'y'] },
      { id: 'bQ', tags: ['x', 'y'], event: 'complained' },
    ].map((data) => JSON.stringify({ signature, 'event-data': data }));
    // As JavaScript numbers these two would be equal.
    const long = ['9007199254740993', '9007199254740992'].map(
      (digits) => `{"signature":${JSON.stringify(signature)},"event-data":{"id":${digits}}}`,
    );
    expect(new Set([...bodies, ...long].map(bodyDigestOf)).size).toBe(6);
  });

  it.each([
    ['no JSON', '{"signature":'],
    ['nothing', ''],
    ['a list', '[]'],
    ['null', 'null'],
    ['no signature', { 'event-data': event }],
    ['a text for a signature', { signature: 'text', 'event-data': event }],
    ['no event', { signature: blockAt(now) }],
    ['a list of events', { signature: blockAt(now), 'event-data': [event] }],
    ['null for an event', { signature: blockAt(now), 'event-data': null }],
    [
      'an event nested beyond reading',
      `{"signature":${JSON.stringify(blockAt(now))},"event-data":{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`,
    ],
  ])('is refused as unreadable when its body is %s', (_, body) => {
    expect(mailgun.verify(requestOf(body), context)).toEqual({ genuine: false, reason: 'body-unreadable' });
  });

  it('of any bytes gets a verdict', () => {
    const anything = fc.oneof(
      fc.uint8Array().map((bytes) => Buffer.from(bytes)),
      fc.json().map((text) => Buffer.from(text)),
      fc
        .record({ signature: fc.jsonValue(), 'event-data': fc.jsonValue() })
        .map((body) => Buffer.from(JSON.stringify(body))),
    );
    fc.assert(
      fc.property(anything, (body) => {
        expect(mailgun.verify({ headers: {}, body }, context)).toMatchObject({ genuine: false });
      }),
      { numRuns: 100 },
    );
  });

  it('throws with an empty key, because anyone could sign with it', () => {
    expect(() => verdictOn(blockAt(now, ''), event, [''])).toThrow('found none among 1');
    expect(verdictOn(blockAt(now, ''), event, ['', key])).toMatchObject({ genuine: false });
  });

  it('from the simulator has one token per event, and is genuine', () => {
    const keys = simulate.makeKeys();
    const [payload = Buffer.from('')] = simulate.payloadsOf([
      { kind: 'open', to: ['ana@example.com'], messageId: 'm1', at: now },
    ]);
    const [one, two] = [now, secondsFromNow(60)].map((at) => simulate.sign(payload, keys.signingKey, at));
    expect(one?.body.includes(payload)).toBe(true);
    const tokenIn = (body?: Buffer) => JSON.parse(String(body)).signature.token;
    expect(tokenIn(one?.body)).toMatch(/^[0-9a-f]{50}$/);
    expect(tokenIn(two?.body)).toBe(tokenIn(one?.body));
    for (const request of [one, two])
      expect(request && mailgun.verify(request, { ...context, keys: [keys.verificationKey] })).toMatchObject({
        genuine: true,
      });
  });
});
