import type { LookupAddress } from 'node:dns';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPoster } from '../../fanout/post-webhook.ts';
import { isListableAddress, isPublicAddress } from '../../fanout/public-address.ts';
import { refusalOfUrl } from '../../fanout/target-url.ts';

const body = Buffer.from('{}');
let server: Server;
let port: number;
const hits: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    hits.push(request.url ?? '');
    request.resume();
    if (request.url === '/redirect') response.writeHead(302, { location: '/taken' }).end();
    else if (request.url === '/endless') {
      response.writeHead(500);
      const writing = setInterval(() => response.write('x'.repeat(10_000)), 1);
      response.on('close', () => clearInterval(writing));
    } else if (request.url !== '/silent') response.writeHead(200).end('thanks');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** What the name in a URL stands for, at each look-up. */
function namesFor(...answers: string[][]) {
  const looked: string[] = [];
  const resolve = ((name: string, _: object, done: (error: null, found: LookupAddress[]) => void) => {
    const addresses = answers[Math.min(looked.length, answers.length - 1)] ?? [];
    looked.push(name);
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  }) as never;
  return { resolve, looked };
}

describe('a public address', () => {
  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '172.15.255.255',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700::1111',
    '::ffff:1.1.1.1',
  ])('is %s', (address) => expect(isPublicAddress(address)).toBe(true));

  it.each([
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '169.254.170.2',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '192.0.0.192',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '0:0:0:0:0:ffff:a9fe:a9fe',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '2002:7f00:1::',
    '2001:0:0:1::1',
    '2001:db8::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '100::1',
    'localhost',
    '',
  ])('is not %s', (address) => expect(isPublicAddress(address)).toBe(false));

  it.each(['169.254.169.254', '::ffff:169.254.169.254', 'fe80::1', 'fd00:ec2::254', '0.0.0.0', '::'])(
    'is not %s even if its host is listed: credentials are there',
    (address) => expect(isListableAddress(address)).toBe(false),
  );
});

describe('the URL of an endpoint', () => {
  it.each(['https://hooks.example.com/mail?x=1', 'https://1.1.1.1/', 'https://hooks.example.com:8443/'])(
    'can be %s',
    (url) => expect(refusalOfUrl(url, [])).toBeUndefined(),
  );

  it.each([
    ['http://hooks.example.com/', 'expected https://, found http://'],
    ['https://user:password@hooks.example.com/', 'without a user'],
    ['ftp://hooks.example.com/', 'a URL with https://'],
    ['hooks.example.com', 'a URL with https://'],
    ['https://127.0.0.1/', 'found a private one'],
    ['https://2130706433/', 'found a private one'],
    ['https://0x7f.1/', 'found a private one'],
    ['https://[::1]/', 'found a private one'],
    ['https://[::ffff:169.254.169.254]/', 'found a private one'],
  ])('cannot be %s', (url, reason) => expect(refusalOfUrl(url, [])).toContain(reason));

  it('can be private and without TLS if its host is listed', () => {
    expect(refusalOfUrl('http://10.0.0.5:8080/x', ['10.0.0.5:8080'])).toBeUndefined();
    expect(refusalOfUrl('http://10.0.0.5:8081/x', ['10.0.0.5:8080'])).toBeDefined();
  });
});

describe('a webhook is posted', () => {
  const listed = () => [`hooks.test:${port}`, `127.0.0.1:${port}`];
  const to = (path: string, names = namesFor(['127.0.0.1']), timeoutMillis = 5_000) =>
    createPoster({ listedHosts: listed(), timeoutMillis, ...names })({
      url: `http://hooks.test:${port}${path}`,
      headers: {},
      body,
    });

  it('to an address that was checked, with the beginning of the answer', async () => {
    expect(await to('/taken')).toEqual({ status: 200, answer: 'thanks' });
  });

  it('to no name that leads to a private address, not even if others of its addresses are public', async () => {
    for (const addresses of [
      ['127.0.0.1'],
      ['1.1.1.1', '10.0.0.1'],
      ['::ffff:127.0.0.1'],
      ['169.254.169.254'],
    ]) {
      const post = createPoster({ listedHosts: [], timeoutMillis: 5_000, ...namesFor(addresses) });
      const url = `https://rebound.test:${port}/never`;
      expect(await post({ url, headers: {}, body })).toEqual({ error: 'address-not-allowed' });
    }
    expect(hits).not.toContain('/never');
  });

  it('without asking again what a name stands for: a name that changes in between changes nothing', async () => {
    const names = namesFor(['127.0.0.1'], ['10.255.255.1']);
    const url = `http://hooks.test:${port}/asked-once`;
    // An own list has own connections.
    const listedHosts = [`hooks.test:${port}`, 'another.test'];
    const post = createPoster({ listedHosts, timeoutMillis: 5_000, ...names });
    expect(await post({ url, headers: {}, body })).toMatchObject({ status: 200 });
    expect(names.looked).toEqual(['hooks.test']);
  });

  it('without following a redirect', async () => {
    expect(await to('/redirect')).toMatchObject({ status: 302 });
    expect(hits.filter((path) => path === '/taken')).toHaveLength(1);
  });

  it('without reading more of the answer than its beginning', async () => {
    const { status, answer = '' } = await to('/endless');
    expect([status, answer.length]).toEqual([500, 512]);
  });

  it('for a limited time', async () => {
    expect(await to('/silent', undefined, 100)).toEqual({ error: 'timeout' });
  });

  it('to no metadata service, though its host is listed', async () => {
    const post = createPoster({ listedHosts: ['169.254.169.254'], timeoutMillis: 1_000 });
    expect(await post({ url: 'http://169.254.169.254/', headers: {}, body })).toEqual({
      error: 'address-not-allowed',
    });
  });
});
