import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { verifyMailfoldWebhook } from '../../client/verify-webhook.ts';
import { answerWords } from '../../fanout/answer-words.ts';
import { newSecret, readEndpointSecrets } from '../../fanout/endpoint-secrets.ts';
import { testWebhook } from '../../fanout/outgoing-webhook.ts';
import { webhookRequest } from '../../fanout/webhook-request.ts';

const value = JSON.stringify({ generatedKey: 'k'.repeat(48) });
const now = new Date();
const webhook = testWebhook('shop', 'test_1', now);

function posted(...keys: string[]) {
  const { headers, body } = webhookRequest('https://x.test/', webhook, keys, now);
  return { headers: { ...headers }, body: body.toString() };
}

describe('the secrets of endpoints', () => {
  it('are there as soon as a key was generated, one for each endpoint', () => {
    const secrets = readEndpointSecrets(value);
    expect(secrets.of('shop')).toEqual([expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/)]);
    expect(secrets.of('shop')).toEqual(readEndpointSecrets(value).of('shop'));
    expect(secrets.of('shop')).not.toEqual(secrets.of('crm'));
    expect(secrets.of('constructor')).toHaveLength(1);
  });

  it('can be several during a rotation, which leaves other endpoints alone', () => {
    const before = readEndpointSecrets(value);
    const rotated = readEndpointSecrets(before.with('shop', [newSecret(), ...before.of('shop')]));
    expect(rotated.of('shop')).toHaveLength(2);
    expect(rotated.of('crm')).toEqual(before.of('crm'));
  });

  it.each([
    [undefined, 'expected a JSON object'],
    ['not JSON with-a-secret', 'expected a JSON object'],
    ['{}', 'expected a generated key'],
    ['{"generatedKey":"short"}', 'expected a generated key'],
    [JSON.stringify({ endpoints: { shop: 'with-a-secret' } }), 'begins with whsec_'],
    [JSON.stringify({ endpoints: { shop: [] } }), 'begins with whsec_'],
  ])('that cannot be used are reported without their value: %s', (broken, reason) => {
    const read = () => readEndpointSecrets(broken).of('shop');
    expect(read).toThrow(reason);
    expect(read).not.toThrow('with-a-secret');
  });
});

describe('a webhook', () => {
  const [secret, other] = [newSecret(), newSecret()];

  it('is verified by the package of Standard Webhooks, and by the client', async () => {
    const { headers, body } = posted(secret);
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(await verifyMailfoldWebhook(body, headers, secret)).toEqual(JSON.parse(body));
    expect(await verifyMailfoldWebhook(Buffer.from(body), new Headers(headers), secret)).toMatchObject({
      type: 'webhook.test',
      data: { endpoint: 'shop' },
    });
  });

  it('that the package of Standard Webhooks has signed is verified by the client', async () => {
    const signature = new Webhook(secret).sign('test_1', now, webhook.body);
    const headers = {
      'Webhook-Id': 'test_1',
      'Webhook-Timestamp': String(Math.floor(now.getTime() / 1_000)),
      'Webhook-Signature': signature,
    };
    expect(await verifyMailfoldWebhook(webhook.body, headers, secret)).toMatchObject({
      data: { id: 'test_1' },
    });
  });

  it('is verified with either secret during a rotation', async () => {
    const { headers, body } = posted(secret, other);
    for (const each of [secret, other]) {
      expect(() => new Webhook(each).verify(body, headers)).not.toThrow();
      await expect(verifyMailfoldWebhook(body, headers, each)).resolves.toBeDefined();
    }
    const old = posted(secret);
    await expect(verifyMailfoldWebhook(old.body, old.headers, [other, secret])).resolves.toBeDefined();
  });

  it('is refused with a wrong secret, a changed body, a changed id, or too late', async () => {
    const { headers, body } = posted(secret);
    const refused = expect.objectContaining({ code: 'webhook-invalid' });
    const verify = verifyMailfoldWebhook;
    await expect(verify(body, headers, other)).rejects.toEqual(refused);
    await expect(verify(body.replace('shop', 'shoq'), headers, secret)).rejects.toEqual(refused);
    await expect(verify(body, { ...headers, 'webhook-id': 'test_2' }, secret)).rejects.toEqual(refused);
    await expect(verify(body, {}, secret)).rejects.toEqual(refused);
    for (const minutes of [-6, 6]) {
      const later = new Date(now.getTime() + minutes * 60_000);
      await expect(verify(body, headers, secret, { now: later })).rejects.toEqual(refused);
    }
    await expect(verify(body, headers, 'not a secret')).rejects.toMatchObject({ code: 'secret-invalid' });
  });
});

describe('the beginning of an answer', () => {
  it.each([
    ['no such user ana@example.com!', 'no such user (address)'],
    ['{"to":"Ana.B+x@example.com","n":1}', '{"to":"(address)","n":1}'],
    ['to=ana%40example.com&x', 'to=(address)&x'],
    ['"ana\\u0040example.com"', '"(address)"'],
    ['\u001b[2Jred\r\nline\u202e', '[2Jred line'],
    ['x'.repeat(300), 'x'.repeat(200)],
  ])('is kept without addresses and control characters: %j', (answer, kept) => {
    expect(answerWords(answer)).toBe(kept);
  });
});
