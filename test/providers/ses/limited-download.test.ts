import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { simulate, snsRequest } from '../../../providers/ses/simulate.ts';
import { ses } from '../../../providers/ses/verify.ts';
import { certificateOf } from '../../support/sns.ts';

const TopicArn = 'arn:aws:sns:us-east-1:123456789012:ses-events';
const context = { keys: [TopicArn], now: new Date(), toleranceSeconds: 300 };
const notification = {
  Type: 'Notification',
  MessageId: '22b80b92-0000-4000-8000-000000000001',
  TopicArn,
  Message: '{"eventType":"Send"}',
  Timestamp: '2026-01-01T00:00:00.000Z',
};

const closing: (() => void)[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  for (const close of closing.splice(0)) close();
});

/** A real server in the place of SNS, without TLS. */
async function certificateServer(answer: http.RequestListener) {
  const server = http.createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  vi.spyOn(https, 'get').mockImplementation(((
    _url: string,
    options: object,
    onResponse: (response: http.IncomingMessage) => void,
  ) => http.get(`http://127.0.0.1:${port}/`, options, onResponse)) as unknown as typeof https.get);
  return server;
}

/** Each key has its own certificate URL, so none is in the cache. */
function aMessage() {
  const { signingKey } = simulate.makeKeys();
  return {
    signingKey,
    verdict: () => Promise.resolve(ses.verify(snsRequest(notification, signingKey), context)),
  };
}

describe('the download of a signing certificate', () => {
  it('brings the certificate that verifies the message', async () => {
    const { signingKey, verdict } = aMessage();
    await certificateServer((_request, response) => void response.end(certificateOf(signingKey)));
    expect(await verdict()).toMatchObject({ genuine: true });
  });

  it('ends when the server sends without end, so that SNS retries', async () => {
    const { verdict } = aMessage();
    const server = await certificateServer((_request, response) => {
      const send = () => void (response.destroyed || response.write('x'.repeat(16_384), send));
      send();
    });
    const closed = connectionClosed(server);
    await expect(verdict()).rejects.toMatchObject({ cause: { message: expect.stringContaining('at most') } });
    await closed;
  });

  it.each([
    ['never answers', () => {}],
    [
      'stops in the middle',
      (_request: unknown, response: http.ServerResponse) => response.write('-----BEGIN'),
    ],
  ])('ends after 5 s when the server %s, so that SNS retries', async (_title, answer) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { verdict } = aMessage();
    const asked = Promise.withResolvers<void>();
    const server = await certificateServer((request, response) => {
      answer(request, response);
      asked.resolve();
    });
    const closed = connectionClosed(server);
    const rejected = expect(verdict()).rejects.toMatchObject({
      cause: { message: expect.stringContaining('within 5 s') },
    });
    await asked.promise;
    vi.advanceTimersByTime(5_000);
    await rejected;
    await closed;
  });

  it('does not follow a redirect', async () => {
    const { verdict } = aMessage();
    const server = await certificateServer((_request, response) => {
      response.writeHead(302, { location: 'https://evil.example.com/' }).end();
    });
    const requests = vi.fn();
    server.on('request', requests);
    await expect(verdict()).rejects.toThrow('expected a signing certificate');
    expect(requests).toHaveBeenCalledTimes(1);
  });

  it('leaves the function that others download with as it was', async () => {
    const { verdict } = aMessage();
    await certificateServer((_request, response) => void response.writeHead(500).end());
    const { get } = https;
    const pending = verdict();
    expect(https.get).toBe(get);
    await expect(pending).rejects.toThrow();
  });
});

async function connectionClosed(server: http.Server): Promise<void> {
  const [socket] = await once(server, 'connection');
  // Not once(): it would reject for the error of a connection that is cut.
  await new Promise((resolve) => (socket.closed ? resolve(undefined) : socket.on('close', resolve)));
}
