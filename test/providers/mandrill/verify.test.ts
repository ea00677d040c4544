import { describe, expect, it } from 'vitest';
import { simulate } from '../../../providers/mandrill/simulate.ts';
import { mandrill } from '../../../providers/mandrill/verify.ts';
import { payloadFile } from '../../support/reading.ts';

const url = 'https://hooks.example.com/mandrill';
const context = { keys: ['TEST_WEBHOOK_KEY'], now: new Date('2026-01-01T00:00:00Z'), toleranceSeconds: 300 };

const verdictOn = (body: string | Buffer, signature: string | undefined, urls = [url]) =>
  mandrill.verify({ headers: { 'x-mandrill-signature': signature }, body: Buffer.from(body), urls }, context);

describe('a Mandrill request', () => {
  // We computed these: Mandrill publishes none.
  it.each([
    ['mandrill_events=%5B%7B%22event%22%3A%22send%22%7D%5D', 'QIDP/mcioLkkafUBK1FotvSNTQI='],
    [payloadFile('mandrill', 'post.txt'), '3eTmKNRl6bVRzIBGdNHPfDeFM5M='],
  ])('is genuine if URL and decoded fields are signed', (body, signature) => {
    expect(verdictOn(body, signature)).toEqual({ genuine: true, next: { type: 'enqueue' } });
    expect(verdictOn(`${body}+`, signature)).toMatchObject({ reason: 'signature-mismatch' });
    expect(verdictOn(`${body}&a=b`, signature)).toMatchObject({ reason: 'signature-mismatch' });
    expect(verdictOn(body, signature.toLowerCase())).toMatchObject({ reason: 'signature-mismatch' });
    expect(verdictOn(body, 'not base64 at all')).toMatchObject({ reason: 'signature-mismatch' });
  });

  it('is genuine under any URL that leads here, also with a query', () => {
    const own = 'https://abc123.execute-api.eu-west-1.amazonaws.com/webhooks/mandrill';
    for (const signed of [own, url, `${url}?tenant=1`]) {
      const { headers, body } = simulate.sign(Buffer.from('[]'), 'TEST_WEBHOOK_KEY', context.now, signed);
      expect(mandrill.verify({ headers, body, urls: [own, url, `${url}?tenant=1`] }, context)).toMatchObject({
        genuine: true,
      });
      expect(mandrill.verify({ headers, body, urls: [`${signed}/`] }, context)).toMatchObject({
        genuine: false,
      });
      expect(mandrill.verify({ headers, body }, context)).toMatchObject({ genuine: false });
    }
  });

  it('can have more fields, which are signed in the order of their names', () => {
    // HMAC-SHA1 over URL, "a1", "b2", "mandrill_events[]".
    const signature = 'LwdH1YH1VJg4A1b4nLiiSh9EjOc=';
    for (const body of ['b=2&mandrill_events=[]&a=1', 'a=1&b=2&mandrill_events=%5B%5D'])
      expect(verdictOn(body, signature)).toMatchObject({ genuine: true });
  });

  it('is refused without a signature', () => {
    for (const signature of [undefined, ''])
      expect(verdictOn('mandrill_events=[]', signature)).toEqual({
        genuine: false,
        reason: 'headers-missing',
      });
  });
});

describe('the test that Mandrill posts to a new URL, with a key that everybody knows', () => {
  const isTest = (events: string, key = 'test-webhook', urls = [url]) => {
    const { headers, body } = simulate.sign(Buffer.from(events), key, context.now, url);
    const request = { headers, body, urls };
    // Whatever it is, it is never genuine.
    expect(mandrill.verify(request, context)).toMatchObject({ genuine: false });
    return mandrill.isTest?.(request);
  };

  it('has no event', () => {
    expect(isTest('[]')).toBe(true);
    expect(simulate.checks?.('', context.now, url)[1]?.headers['x-mandrill-signature']).toBe(
      'IL0hJxXMNPVbDCI5lIrlqNrJYpY=',
    );
  });

  it.each(['[{"event":"spam","_id":"a"}]', '[[]]', '', '[] []'])('is not recognised with %j', (events) => {
    expect(isTest(events)).toBe(false);
  });

  it('is not recognised with another key or URL, or with a second list behind an empty one', () => {
    expect([isTest('[]', 'another'), isTest('[]', undefined, [])]).toEqual([false, false]);
    const body = Buffer.from('mandrill_events=[]&mandrill_events=[{}]');
    const headers = { 'x-mandrill-signature': 'IL0hJxXMNPVbDCI5lIrlqNrJYpY=' };
    expect(mandrill.isTest?.({ headers, body, urls: [url] })).toBe(false);
  });
});
