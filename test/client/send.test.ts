import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MailfoldClient, type MailfoldClientOptions, MailfoldError } from '../../client/index.ts';
import { pauseMillis } from '../../client/pause.ts';
import { send } from '../../client/send.ts';
import { exampleOf } from '../../lambdas/api/openapi/problem-examples.ts';

type Reply = { readonly status: number; readonly body?: unknown } | Error | 'never';

/** A client that gets these replies, one after the other; the last one again and again. Without pauses. */
function clientThatGets(replies: readonly Reply[], options: Partial<MailfoldClientOptions> = {}) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const keys: (string | undefined)[] = [];
  const client = new MailfoldClient({
    url: 'http://127.0.0.1:4710',
    fetch: async (_, init) => {
      const reply = replies[Math.min(keys.length, replies.length - 1)];
      keys.push(new Headers(init?.headers).get('idempotency-key') ?? undefined);
      if (reply instanceof Error || reply === undefined) throw reply;
      if (reply === 'never')
        return new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
        });
      return Response.json(reply.body ?? {}, { status: reply.status });
    },
    ...options,
  });
  return { client, keys };
}

/** Lets the pauses pass. */
async function settled<Value>(promise: Promise<Value>): Promise<PromiseSettledResult<Value>> {
  let isDone = false;
  const result = Promise.allSettled([promise]).finally(() => {
    isDone = true;
  });
  while (!isDone) await vi.advanceTimersByTimeAsync(100);
  const [only] = await result;
  return only;
}

const ask = {
  read: (client: MailfoldClient) => client.getMessage({ messageId: 'm1' }),
  write: (client: MailfoldClient) => client.release({ address: 'a@example.com', because: 'asked' }),
};
const lost = new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });

afterEach(() => {
  vi.useRealTimers();
});

describe('a call that fails', () => {
  it.each([
    ['a 429', { status: 429, body: { message: 'Too Many Requests' } }],
    ['a 500', { status: 500, body: { message: 'Internal Server Error' } }],
    ['a 503', { status: 503, body: { message: 'Service Unavailable' } }],
    ['no connection', lost],
  ])('with %s is tried again, with the same key if it changes something', async (_, failure) => {
    for (const [name, call] of Object.entries(ask)) {
      const { client, keys } = clientThatGets([failure, failure, { status: 200, body: { is: 'answered' } }]);
      expect(await settled<unknown>(call(client))).toMatchObject({ value: { is: 'answered' } });
      expect(keys).toHaveLength(3);
      expect(new Set(keys).size).toBe(1);
      expect(typeof keys[0]).toBe(name === 'write' ? 'string' : 'undefined');
    }
  });

  it('is tried three times, or as often as the caller says', async () => {
    for (const [maxTries, expected] of [
      [undefined, 3],
      [1, 1],
      [5, 5],
    ] as const) {
      const { client, keys } = clientThatGets([{ status: 503 }], { maxTries });
      expect(await settled(ask.read(client))).toMatchObject({ reason: { code: 'unavailable', status: 503 } });
      expect(keys).toHaveLength(expected);
    }
  });

  it('is not tried again when the API has refused it', async () => {
    const body = exampleOf('nothing-to-release');
    const { client, keys } = clientThatGets([{ status: 409, body }]);
    const { reason } = (await settled(ask.write(client))) as PromiseRejectedResult;
    expect(reason).toBeInstanceOf(MailfoldError);
    expect(reason).toMatchObject({
      name: 'MailfoldError',
      code: 'nothing-to-release',
      status: 409,
      message: 'nothing is in force for all mail',
      problem: body,
    });
    expect(keys).toHaveLength(1);
  });

  it.each([
    [403, { message: 'Forbidden' }, 'forbidden', /execute-api:Invoke.*\(403: Forbidden\)/],
    [404, { message: 'Not Found' }, 'route-unknown', /check the URL/],
    [413, { message: 'Request Too Long' }, 'too-large', /smaller/],
    [302, '<html>', 'unexpected-answer', /check the URL/],
    [418, null, 'unexpected-answer', /check the URL/],
  ])('with a %i of API Gateway or another server says so', async (status, body, code, message) => {
    const { client } = clientThatGets([{ status, body }]);
    const { reason } = (await settled(ask.read(client))) as PromiseRejectedResult;
    expect(reason).toMatchObject({
      code,
      status,
      message: expect.stringMatching(message),
      problem: undefined,
    });
  });

  it('is tried again only after a 429 if it changes something and a repeat is not recognised', async () => {
    for (const [status, tries] of [
      [503, 1],
      [429, 3],
    ] as const) {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const replied = vi.fn(async () => Response.json({}, { status }));
      const request = { method: 'POST', url: new URL('http://127.0.0.1/'), headers: {}, body: '' };
      const sending = {
        region: 'us-east-1',
        credentials: async () => ({ accessKeyId: 'a', secretAccessKey: 'b' }),
        timeoutMillis: 1_000,
        maxTries: 3,
        fetch: replied,
      };
      expect(await settled(send(request, 'never', sending, {}))).toMatchObject({ reason: { status } });
      expect(replied).toHaveBeenCalledTimes(tries);
    }
  });

  it('says why there was no answer, and names neither address nor path', async () => {
    const { client } = clientThatGets([lost]);
    const { reason } = (await settled(ask.write(client))) as PromiseRejectedResult;
    expect(reason).toMatchObject({
      code: 'no-answer',
      status: undefined,
      message: 'no answer from http://127.0.0.1:4710: connect ECONNREFUSED',
    });
  });

  it('ends with the signal of the caller, between two tries and within one', async () => {
    for (const reply of [{ status: 503 }, 'never'] as const) {
      const { client, keys } = clientThatGets([reply], { maxTries: 100 });
      const controller = new AbortController();
      const result = settled(client.getMessage({ messageId: 'm1' }, { signal: controller.signal }));
      await vi.waitFor(() => expect(keys.length).toBeGreaterThan(0));
      controller.abort(new Error('enough'));
      expect(await result).toMatchObject({ reason: { message: 'enough' } });
    }
  });

  it('never fails mayISend: the caller has said what to do', async () => {
    for (const whenUnsure of ['send', 'hold'] as const) {
      const { client } = clientThatGets([lost]);
      expect(await settled(client.mayISend('a@example.com', { whenUnsure }))).toMatchObject({
        value: { maySend: whenUnsure === 'send', isKnown: false, error: { code: 'no-answer' } },
      });
    }
  });
});

describe('a server that does not answer', () => {
  it('is given up after the time that the caller allows', async () => {
    const server = createServer(() => {});
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const client = new MailfoldClient({ url, timeoutMillis: 60_000, maxTries: 1 });
    await expect(client.getMessage({ messageId: 'm1' }, { timeoutMillis: 50 })).rejects.toMatchObject({
      code: 'timeout',
      message: `no answer from ${url} within 50 ms`,
    });
    server.closeAllConnections();
    server.close();
  });
});

describe('the pause before a try', () => {
  it('grows, is never longer than five seconds, and differs between callers', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (tries, chance) => {
          const millis = pauseMillis(tries, null, () => chance);
          expect(millis).toBeGreaterThanOrEqual(100);
          expect(millis).toBeLessThanOrEqual(Math.min(200 * 2 ** (tries - 1), 5_000));
        },
      ),
    );
    expect(pauseMillis(1, null, () => 0)).toBeLessThan(pauseMillis(1, null, () => 1));
  });

  it('is the one that the server asks for, up to five seconds', () => {
    expect([pauseMillis(1, '2'), pauseMillis(1, '0'), pauseMillis(1, '3600')]).toEqual([2_000, 0, 5_000]);
    expect(pauseMillis(1, 'Wed, 21 Oct 2026 07:28:00 GMT', () => 1)).toBe(200);
  });
});

describe('a list', () => {
  const page = (items: string[], cursor?: string) => ({
    status: 200,
    body: { suppressions: items.map((address) => ({ address })), ...(cursor && { cursor }) },
  });

  it('is read to its end, past empty pages', async () => {
    const { client, keys } = clientThatGets([page(['a', 'b'], 'x'), page([], 'y'), page(['c'])]);
    const seen: string[] = [];
    for await (const { address } of client.eachSuppression()) seen.push(address);
    expect(seen).toEqual(['a', 'b', 'c']);
    expect(keys).toHaveLength(3);
  });

  it('is read no further than the caller wants', async () => {
    const { client, keys } = clientThatGets([page(['a', 'b'], 'x')]);
    for await (const _ of client.eachSuppression()) break;
    expect(keys).toHaveLength(1);
  });
});

describe('a check of many addresses', () => {
  it('asks for a hundred at a time, and answers in their order', async () => {
    const sizes: number[] = [];
    const client = new MailfoldClient({
      url: 'http://127.0.0.1:4710',
      fetch: async (_, init) => {
        const { addresses } = JSON.parse(String(init?.body)) as { addresses: string[] };
        sizes.push(addresses.length);
        return Response.json({ answers: addresses.map((address) => ({ address })) });
      },
    });
    const addresses = Array.from({ length: 250 }, (_, index) => `a${index}@example.com`);
    expect((await client.check(addresses)).map(({ address }) => address)).toEqual(addresses);
    expect(sizes).toEqual([100, 100, 50]);
    expect(await client.check([])).toEqual([]);
  });
});
