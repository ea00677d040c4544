import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sourceIpReader } from '../../../lambdas/receiver/source-ip.ts';

const digestOf = (secret: string) => createHash('sha256').update(secret).digest('hex');
const read = sourceIpReader([digestOf('old'), digestOf('new').toUpperCase()]);
const [proxy, sender] = ['203.0.113.9', '192.0.2.7'];
const headers = (secret: string, source: string) => ({
  'x-mailfold-proxy': secret,
  'x-mailfold-source': source,
});

describe('the source address of a request', () => {
  it('is the one that API Gateway sees, whatever the headers say', () => {
    expect(read({}, proxy)).toBe(proxy);
    expect(read({ 'x-mailfold-source': sender, 'x-forwarded-for': sender }, proxy)).toBe(proxy);
    for (const guess of ['', 'wrong', digestOf('old')])
      expect(read(headers(guess, sender), proxy)).toBe(proxy);
    expect(sourceIpReader([])(headers('', sender), proxy)).toBe(proxy);
    expect(sourceIpReader([])(headers('old', sender), proxy)).toBe(proxy);
  });

  it('is the one that the proxy names, with either of two secrets', () => {
    for (const secret of ['old', 'new']) expect(read(headers(secret, sender), proxy)).toBe(sender);
    expect(read(headers('old', '2001:db8::7'), proxy)).toBe('2001:db8::7');
  });

  it('is that of the proxy if the proxy names no address, so that a list refuses it', () => {
    for (const source of ['', 'unknown', `${sender}:443`, `${sender}, ${sender}`])
      expect(read(headers('old', source), proxy)).toBe(proxy);
  });
});
