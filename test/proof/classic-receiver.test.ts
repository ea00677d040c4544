import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConsumedRecord } from '../../lambdas/consumer/consume.ts';
import { answerTo } from '../../lambdas/receiver/answers.ts';
import { type ReceiveDependencies, receive } from '../../lambdas/receiver/receive.ts';
import { manifestOf, providerNames } from '../../providers/manifests.ts';
import type { WebhookRequest } from '../../providers/provider.ts';
import { eventPrefix, eventRowKey } from '../../store/keys.ts';
import { posted } from '../support/posted.ts';
import { signedRequest } from '../support/signed-request.ts';
import { serveCertificates } from '../support/sns.ts';
import { failingFor } from './faults.ts';
import { start } from './history.ts';
import { actor, actors, asRecord, eventsIn, verifierOf } from './post.ts';
import { keysFor, nameOf } from './state.ts';
import { aWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await aWorld();
});
beforeEach(() => {
  serveCertificates([...actors.values()].map(({ keys }) => keys.signingKey));
});
afterEach(() => vi.restoreAllMocks());

const later = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const day = 86_400;

/** The receiver with the real verifiers and a fake queue that records its messages. */
function aReceiver(changes: Partial<ReceiveDependencies> = {}) {
  const queue: ConsumedRecord[] = [];
  const tokens = new Map<string, string>();
  const deps: ReceiveDependencies = {
    manifestOf,
    verifierOf,
    keysOf: async ({ name }) => [actor(name).keys.verificationKey],
    freshKeysOf: async () => [],
    toleranceSecondsOf: ({ manifest }) => manifest.toleranceSeconds ?? 300,
    isSourceAllowed: () => true,
    bindToken: async (_, token, digest) => {
      if (!tokens.has(token)) tokens.set(token, digest);
      return tokens.get(token) === digest;
    },
    send: async (envelope) => {
      queue.push(asRecord(envelope));
    },
    visit: async () => {},
    now: () => start,
    log: { info: () => {}, warn: () => {}, error: () => {} },
    ...changes,
  };
  return { deps, queue };
}

/** A new event, as its provider posts it at that time. */
function aRequest(provider: string) {
  const { simulator, keys } = actor(provider);
  const name = world.aName();
  const kind = simulator.kinds.includes('hard_bounce') ? 'hard_bounce' : (simulator.kinds[0] ?? '');
  const event = { kind, to: [`${name}@example.com`], messageId: `${name}-m1`, at: start };
  const [payload] = simulator.payloadsOf([event]);
  return (signedAt = start) => signedRequest(simulator, payload ?? Buffer.of(), keys.signingKey, signedAt);
}

async function eventRows(records: readonly ConsumedRecord[]) {
  const rows = await world.rowsAbout(eventsIn(records));
  return rows.filter((row) => !row['kind'] && String(row['sortKey']).startsWith(eventPrefix));
}

/** Changes one byte of what authenticates the request. */
function tampered(request: WebhookRequest, coversBody: boolean): WebhookRequest {
  const { headers, body } = request;
  if (!coversBody && headers['authorization'])
    return {
      ...request,
      headers: { ...headers, authorization: `${headers['authorization'].slice(0, -6)}AAAA==` },
    };
  const changed = Buffer.from(body);
  const middle = Math.floor(body.length / 2);
  changed[middle] = (changed[middle] ?? 0) ^ 1;
  return { ...request, body: changed };
}

describe.each(providerNames)('a webhook of %s', (provider) => {
  it('that is replayed counts once', async () => {
    const { deps, queue } = aReceiver();
    const request = aRequest(provider);
    for (const signedAt of [start, start, later(60)])
      expect(await receive(posted(request(signedAt)), provider, deps)).toMatchObject({ status: 200 });
    for (const record of queue) expect(await world.consume([record])).toEqual([]);
    expect(queue).toHaveLength(3);
    expect(await eventRows(queue)).toHaveLength(1);
    for (const event of eventsIn(queue)) expect(world.written.get(nameOf(eventRowKey(event)))).toBe(1);
  });

  it('with one changed byte is refused', async () => {
    const { deps, queue } = aReceiver();
    const { covers } = actor(provider).simulator;
    const request = aRequest(provider)();
    // Mailgun signs a token and not the body, so the first body is bound to the token.
    if (!covers.body) await receive(posted(request), provider, deps);
    const taken = queue.length;
    const answer = await receive(posted(tampered(request, covers.body)), provider, deps);
    expect(answer.status).toBe(
      provider === 'mailgun' ? answerTo('replayed', manifestOf(provider)).status : 401,
    );
    expect(queue).toHaveLength(taken);
  });

  // Postmark signs nothing, and SNS signs the time of publication, which may be long before it posts.
  if (actor(provider).simulator.covers.time)
    it('with a time outside the tolerance is refused', async () => {
      const { deps, queue } = aReceiver();
      const tolerance = manifestOf(provider)?.toleranceSeconds ?? 300;
      const request = aRequest(provider);
      for (const skew of [-tolerance - 1, tolerance + 1])
        expect(await receive(posted(request(later(skew))), provider, deps)).toEqual(
          answerTo('late', manifestOf(provider)),
        );
      expect(queue).toEqual([]);
    });

  it('that failed for a moment is accepted at the next try, and counts once', async () => {
    const { deps, queue } = aReceiver();
    const request = aRequest(provider);
    const send = () => Promise.reject(new Error('the queue is away'));
    expect(await receive(posted(request()), provider, { ...deps, send })).toMatchObject({ status: 503 });
    expect(queue).toEqual([]);
    expect(await receive(posted(request(later(30))), provider, deps)).toMatchObject({ status: 200 });
    const keys = new Set(eventsIn(queue).flatMap(keysFor));
    for (const key of keys) {
      const wire = failingFor(new Set([key]), 'ThrottlingException');
      expect(await world.consume(queue, { wire })).toEqual(queue.map(({ messageId }) => messageId));
    }
    expect(await world.consume(queue)).toEqual([]);
    expect(await eventRows(queue)).toHaveLength(1);
  });

  it('that is repeated after the window counts as new', async () => {
    const { deps, queue } = aReceiver();
    await receive(posted(aRequest(provider)()), provider, deps);
    const storedAt = async (now: Date) => {
      expect(await world.consume(queue, { now })).toEqual([]);
      return (await eventRows(queue)).map((row) => row['storedAt']);
    };
    expect(await storedAt(start)).toEqual([start.toISOString()]);
    expect(await storedAt(later(30 * day))).toEqual([start.toISOString()]);
    expect(await storedAt(later(30 * day + 1))).toEqual([later(30 * day + 1).toISOString()]);
  });
});
