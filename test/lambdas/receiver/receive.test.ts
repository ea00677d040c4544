import { gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { Tally } from '../../../lambdas/metrics.ts';
import { type ReceiveDependencies, receive } from '../../../lambdas/receiver/receive.ts';
import { maxBodyBytes } from '../../../providers/as-enqueued.ts';
import type { ProviderManifest } from '../../../providers/manifest.ts';
import { genuine, refused, type Verdict, type Verifier } from '../../../providers/provider.ts';
import type { Envelope } from '../../../queue/envelope.ts';
import { posted } from '../../support/posted.ts';

const now = new Date('2026-01-01T00:00:00Z');
const request = { headers: { 'svix-id': 'msg_1', authorization: 'Basic c2VjcmV0' }, body: Buffer.from('{}') };

const manifest: ProviderManifest = {
  name: 'resend',
  title: 'Resend',
  transport: 'webhook',
  key: { source: 'secret', pattern: /./ },
  headersToKeep: ['svix-id'],
  silence: 'trouble',
};

function aReceiver(verdict: Verdict | Verifier['verify'], changes: Partial<ReceiveDependencies> = {}) {
  const sent: Envelope[] = [];
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const visited: string[] = [];
  const tally = new Tally();
  const verify = vi.fn(typeof verdict === 'function' ? verdict : () => verdict);
  const deps: ReceiveDependencies = {
    manifestOf: (name) => (name === 'resend' ? manifest : undefined),
    verifierOf: (name) => (name === 'resend' ? { verify } : undefined),
    keysOf: async () => ['key'],
    freshKeysOf: async () => [],
    toleranceSecondsOf: () => 300,
    isSourceAllowed: () => true,
    bindToken: async () => true,
    send: async (envelope) => {
      sent.push(envelope);
    },
    visit: async (url) => {
      visited.push(url);
    },
    now: () => now,
    log,
    measure: tally.measure,
    ...changes,
  };
  /** The metrics, each with its largest set of dimensions. */
  const measured = () =>
    tally
      .take()
      .flatMap(({ dimensionSets: [dimensions], values }) =>
        values.map(({ name, value }) => ({ name, value, ...dimensions })),
      );
  return { deps, sent, visited, log, verify, measured };
}

const failing = async () => {
  throw new Error('out of order');
};

describe('the receiver', () => {
  it('answers 200 once a genuine request is in the queue', async () => {
    const { deps, sent } = aReceiver(genuine);
    expect(await receive(posted(request), 'resend', deps)).toMatchObject({ status: 200 });
    expect(sent).toMatchObject([
      { MessageBody: '{}', MessageAttributes: { provider: { StringValue: 'resend' } } },
    ]);
  });

  it('enqueues the headers that a provider declares, and none that authenticates', async () => {
    const { deps, sent } = aReceiver(genuine);
    await receive(posted(request), 'resend', deps);
    expect(Object.keys(sent[0]?.MessageAttributes ?? {}).toSorted()).toEqual([
      'encoding',
      'header.svix-id',
      'provider',
      'receivedAt',
    ]);
    expect(JSON.stringify(sent)).not.toContain('c2VjcmV0');
  });

  it('answers 401 to a request that is not genuine, logs why, and enqueues nothing', async () => {
    const { deps, sent, log } = aReceiver(refused('signature-mismatch'));
    const answer = await receive(posted(request), 'resend', deps);
    expect(answer).toEqual({ status: 401, message: 'The webhook could not be verified.' });
    expect(log.warn).toHaveBeenCalledWith('webhook refused', {
      provider: 'resend',
      reason: 'signature-mismatch',
    });
    expect(sent).toEqual([]);
  });

  it('answers 400 to an empty body, and 503 for a route without a provider: that is our fault', async () => {
    const { deps, verify } = aReceiver(genuine);
    expect(await receive(posted({ ...request, body: Buffer.alloc(0) }), 'resend', deps)).toMatchObject({
      status: 400,
    });
    for (const name of ['nobody', 'constructor', ''])
      expect(await receive(posted(request), name, deps)).toMatchObject({ status: 503 });
    expect(verify).not.toHaveBeenCalled();
  });

  it.each<[string, Partial<ReceiveDependencies>]>([
    ['no keys are set', { keysOf: async () => [] }],
    ['the keys cannot be read', { keysOf: failing }],
    ['the queue fails', { send: failing }],
  ])('answers 503 when %s, because providers drop an event on a 4xx', async (_, changes) => {
    const { deps, sent } = aReceiver(genuine, changes);
    expect(await receive(posted(request), 'resend', deps)).toMatchObject({ status: 503 });
    expect(sent).toEqual([]);
  });

  it('answers 503 when verification throws', async () => {
    const { deps } = aReceiver(failing);
    expect(await receive(posted(request), 'resend', deps)).toMatchObject({ status: 503 });
  });

  it('tries again with fresh keys when none matched, so that a new key works immediately', async () => {
    const verify: Verifier['verify'] = (_, { keys }) =>
      keys.includes('new') ? genuine : refused('signature-mismatch');
    const fresh = aReceiver(verify, { freshKeysOf: async () => ['key', 'new'] });
    expect(await receive(posted(request), 'resend', fresh.deps)).toMatchObject({ status: 200 });
    const noOthers = aReceiver(verify);
    expect(await receive(posted(request), 'resend', noOthers.deps)).toMatchObject({ status: 401 });
    const firstKey = aReceiver(verify, { keysOf: async () => [], freshKeysOf: async () => ['new'] });
    expect(await receive(posted(request), 'resend', firstKey.deps)).toMatchObject({ status: 200 });
  });

  it('answers 503 when none matched and fresh keys were fetched too often, because a key may be new', async () => {
    const tooSoon = { freshKeysOf: async () => undefined };
    const { deps, sent, measured } = aReceiver(refused('credentials-wrong'), tooSoon);
    expect(await receive(posted(request), 'resend', deps)).toMatchObject({ status: 503 });
    expect(sent).toEqual([]);
    // Counted as refused, and not as a fault on our side: strangers could raise its alarm.
    expect(measured()).toEqual([
      { name: 'Refused', value: 1, provider: 'resend', reason: 'credentials-wrong' },
    ]);
    const noKeys = aReceiver(genuine, { ...tooSoon, keysOf: async () => [] });
    expect(await receive(posted(request), 'resend', noKeys.deps)).toMatchObject({ status: 503 });
    expect(noKeys.measured()).toEqual([{ name: 'NoKeys', value: 1, provider: 'resend' }]);
  });

  it('does not fetch keys again for a stale request, because another key would not help', async () => {
    const freshKeysOf = vi.fn(async () => ['key']);
    const { deps } = aReceiver(refused('timestamp-stale'), { freshKeysOf });
    expect(await receive(posted(request), 'resend', deps)).toMatchObject({ status: 401 });
    expect(freshKeysOf).not.toHaveBeenCalled();
  });

  it('confirms a subscription instead of enqueueing it, and answers 503 when that fails', async () => {
    const step = {
      genuine: true,
      next: { type: 'confirm-subscription', url: 'https://sns/confirm', topicArn: 'arn' },
    } as const;
    const { deps, sent, visited } = aReceiver(step);
    expect(await receive(posted(request), 'resend', deps)).toMatchObject({ status: 200 });
    expect([visited, sent]).toEqual([['https://sns/confirm'], []]);
    expect(await receive(posted(request), 'resend', aReceiver(step, { visit: failing }).deps)).toMatchObject({
      status: 503,
    });
  });

  it('answers with the status code of the manifest, and measures as usual', async () => {
    const { deps, measured } = aReceiver(refused('timestamp-stale'), {
      manifestOf: () => ({ ...manifest, answers: { late: 503 } }),
    });
    expect(await receive(posted(request), 'resend', deps)).toMatchObject({ status: 503 });
    expect(measured()).toEqual([{ name: 'Stale', value: 1, provider: 'resend' }]);
  });

  it('acknowledges a request without effect and does not enqueue it', async () => {
    const { deps, sent } = aReceiver({
      genuine: true,
      next: { type: 'acknowledge', reason: 'unsubscribe-confirmation' },
    });
    expect(await receive(posted(request), 'resend', deps)).toMatchObject({ status: 200 });
    expect(sent).toEqual([]);
  });

  it('answers 413 when the body does not fit into the queue', async () => {
    const { deps, sent } = aReceiver(genuine);
    const random = Buffer.concat(
      Array.from({ length: 20 }, () => crypto.getRandomValues(Buffer.alloc(65_000))),
    );
    expect(await receive(posted({ ...request, body: random }), 'resend', deps)).toMatchObject({
      status: 413,
    });
    expect(sent).toEqual([]);
  });

  it.each(['HEAD', 'GET'])('answers 200 to a %s request, before there is a key', async (method) => {
    const { deps, sent, verify, measured } = aReceiver(genuine, { keysOf: failing });
    const check = { ...posted({ headers: {}, body: Buffer.alloc(0) }), method };
    expect(await receive(check, 'resend', deps)).toEqual({ status: 200, message: 'Ready.' });
    expect([sent, verify.mock.calls, measured()]).toEqual([[], [], []]);
  });

  it('answers 200 to the test of a new webhook, with keys and without, and to nothing else that is forged', async () => {
    for (const keys of [[], ['key']]) {
      const { deps, sent, measured } = aReceiver(refused('signature-mismatch'), { keysOf: async () => keys });
      const isTest = vi.fn(({ headers }) => headers['x-test'] === 'yes');
      const verifierOf = (name: string) => {
        const verifier = deps.verifierOf(name);
        return verifier && { ...verifier, isTest };
      };
      const answerTo = (headers: Record<string, string>) =>
        receive(posted({ ...request, headers }), 'resend', { ...deps, verifierOf });
      expect(await answerTo({ 'x-test': 'yes' })).toEqual({ status: 200, message: 'Ready.' });
      expect([sent, measured()]).toEqual([[], []]);
      expect((await answerTo({})).status).toBe(keys.length > 0 ? 401 : 503);
    }
  });

  it('verifies and enqueues a body without gzip, if the provider may compress', async () => {
    const compressing = { ...manifest, mayCompress: true } as const;
    const compressed = { ...request, body: gzipSync(Buffer.from('{"a":1}')) };
    const { deps, sent, verify } = aReceiver(genuine, { manifestOf: () => compressing });
    expect(await receive(posted(compressed), 'resend', deps)).toMatchObject({ status: 200 });
    expect(verify.mock.calls[0]?.[0].body.toString()).toBe('{"a":1}');
    expect(sent).toMatchObject([{ MessageBody: '{"a":1}' }]);
  });

  it('answers 413 to a body that inflates above the limit, and does not verify it', async () => {
    const compressing = { ...manifest, mayCompress: true } as const;
    const bomb = { ...request, body: gzipSync(Buffer.alloc(maxBodyBytes + 1)) };
    const { deps, verify, measured } = aReceiver(genuine, { manifestOf: () => compressing });
    expect(await receive(posted(bomb), 'resend', deps)).toMatchObject({ status: 413 });
    expect(verify).not.toHaveBeenCalled();
    expect(measured()).toEqual([{ name: 'TooLarge', value: 1, provider: 'resend', reason: 'unverified' }]);
  });

  it('refuses a source address that is not on the list before any other check', async () => {
    const { deps, verify, log } = aReceiver(genuine, {
      isSourceAllowed: (_, sourceIp) => sourceIp === '192.0.2.1',
    });
    expect(await receive(posted({ ...request, sourceIp: '192.0.2.1' }), 'resend', deps)).toMatchObject({
      status: 200,
    });
    verify.mockClear();
    expect(await receive(posted({ ...request, sourceIp: '192.0.2.2' }), 'resend', deps)).toMatchObject({
      status: 401,
    });
    expect(log.warn).toHaveBeenCalledWith('webhook refused', {
      provider: 'resend',
      reason: 'source-not-allowed',
    });
    expect(verify).not.toHaveBeenCalled();
  });

  it('accepts a token with one body only, and binds it before it enqueues', async () => {
    const step: Verdict = { genuine: true, next: { type: 'enqueue-once', token: 't', bodyDigest: 'd' } };
    const order: string[] = [];
    const bound = aReceiver(step, {
      bindToken: async (...binding) => {
        order.push(binding.join());
        return true;
      },
      send: async () => {
        order.push('sent');
      },
    });
    expect(await receive(posted(request), 'resend', bound.deps)).toMatchObject({ status: 200 });
    expect(order).toEqual(['resend,t,d', 'sent']);
    const used = aReceiver(step, { bindToken: async () => false });
    expect(await receive(posted(request), 'resend', used.deps)).toMatchObject({ status: 401 });
    expect(used.sent).toEqual([]);
    expect(
      await receive(posted(request), 'resend', aReceiver(step, { bindToken: failing }).deps),
    ).toMatchObject({
      status: 503,
    });
  });
});

describe('the metrics of the receiver', () => {
  const provider = 'resend';

  it('count an accepted request and its size in the queue', async () => {
    const { deps, measured } = aReceiver(genuine);
    await receive(posted({ ...request, body: Buffer.from('x'.repeat(700)) }), provider, deps);
    expect(measured()).toEqual([
      { name: 'Accepted', value: 1, provider },
      { name: 'EnqueuedBytes', value: 700, provider },
    ]);
  });

  it('count a refused request by reason, and stale ones separately', async () => {
    const forged = aReceiver(refused('signature-mismatch'));
    await receive(posted(request), provider, forged.deps);
    expect(forged.measured()).toEqual([
      { name: 'Refused', value: 1, provider, reason: 'signature-mismatch' },
    ]);
    for (const reason of ['timestamp-stale', 'timestamp-in-future'] as const) {
      const late = aReceiver(refused(reason));
      await receive(posted(request), provider, late.deps);
      expect(late.measured()).toEqual([{ name: 'Stale', value: 1, provider }]);
    }
    const unlisted = aReceiver(genuine, { isSourceAllowed: () => false });
    await receive(posted(request), provider, unlisted.deps);
    expect(unlisted.measured()).toEqual([
      { name: 'Refused', value: 1, provider, reason: 'source-not-allowed' },
    ]);
  });

  it('count a request that is too large', async () => {
    const { deps, measured } = aReceiver(genuine);
    const random = Buffer.concat(
      Array.from({ length: 20 }, () => crypto.getRandomValues(Buffer.alloc(65_000))),
    );
    await receive(posted({ ...request, body: random }), provider, deps);
    expect(measured()).toEqual([{ name: 'TooLarge', value: 1, provider, reason: 'does-not-fit' }]);
  });

  it('count a body above the limit, which is neither decoded nor verified', async () => {
    const { deps, measured, verify } = aReceiver(genuine);
    const readBody = vi.fn(() => request.body);
    const large = { ...posted(request), bodyBytes: maxBodyBytes + 1, readBody };
    expect(await receive(large, provider, deps)).toMatchObject({ status: 413 });
    expect([readBody.mock.calls, verify.mock.calls]).toEqual([[], []]);
    expect(measured()).toEqual([{ name: 'TooLarge', value: 1, provider, reason: 'unverified' }]);
    expect(await receive({ ...large, bodyBytes: maxBodyBytes }, provider, deps)).toMatchObject({
      status: 200,
    });
  });

  it('count a request for a provider without keys separately: a stranger can send it', async () => {
    const onUnavailable = vi.fn();
    const { deps, measured, log } = aReceiver(genuine, { keysOf: async () => [], onUnavailable });
    expect(await receive(posted(request), provider, deps)).toMatchObject({ status: 503 });
    expect(measured()).toEqual([{ name: 'NoKeys', value: 1, provider }]);
    expect(log.error).not.toHaveBeenCalled();
    expect(onUnavailable).not.toHaveBeenCalled();
  });

  it.each<[string, Partial<ReceiveDependencies>]>([
    ['the keys cannot be read', { keysOf: failing }],
    ['the queue fails', { send: failing }],
  ])('count a fault on our side, and nothing accepted, when %s', async (_, changes) => {
    let told = 0;
    const onUnavailable = () => {
      told += 1;
    };
    const { deps, measured } = aReceiver(genuine, { ...changes, onUnavailable });
    await receive(posted(request), provider, deps);
    expect(measured()).toEqual([{ name: 'Unavailable', value: 1, provider }]);
    expect(told).toBe(1);
  });

  it('count nothing for an unknown provider: each name would be a new metric', async () => {
    const { deps, measured } = aReceiver(genuine);
    await receive(posted(request), 'nobody', deps);
    expect(measured()).toEqual([]);
  });

  it('count nothing for a confirmed subscription: it contains no event', async () => {
    const { deps, measured } = aReceiver({
      genuine: true,
      next: { type: 'confirm-subscription', url: 'https://sns/confirm', topicArn: 'arn' },
    });
    await receive(posted(request), provider, deps);
    expect(measured()).toEqual([]);
  });
});
