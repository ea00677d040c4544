import { describe, expect, it } from 'vitest';
import { type ReceivedRequest, toHttpEvent } from '../../local/http-event.ts';

function eventOf(request: Partial<ReceivedRequest>) {
  return toHttpEvent(
    {
      method: 'POST',
      url: '/webhooks/sendgrid',
      rawHeaders: [],
      body: Buffer.alloc(0),
      sourceIp: '127.0.0.1',
      requestId: 'request-1',
      receivedAt: new Date('2026-11-16T12:00:01Z'),
      ...request,
    },
    { apiId: 'api', routeKey: 'POST /webhooks/{provider}', parameters: { provider: 'sendgrid' } },
  );
}

const bodyOf = (contentType: string, body: Buffer | string) => {
  const event = eventOf({ rawHeaders: ['Content-Type', contentType], body: Buffer.from(body) });
  return [event.isBase64Encoded, event.body];
};

describe('a request, as a function sees it', () => {
  it('has the shape of payload format 2.0', () => {
    expect(
      eventOf({
        url: '/webhooks/sendgrid?tag=a&tag=b&x=%20',
        rawHeaders: [
          'Host',
          'example.com',
          'X-Seen',
          '1',
          'x-seen',
          '2',
          'Cookie',
          'a=1; b=2',
          'User-Agent',
          'curl',
        ],
      }),
    ).toEqual({
      version: '2.0',
      routeKey: 'POST /webhooks/{provider}',
      rawPath: '/webhooks/sendgrid',
      rawQueryString: 'tag=a&tag=b&x=%20',
      cookies: ['a=1', 'b=2'],
      headers: { host: 'example.com', 'x-seen': '1,2', 'user-agent': 'curl' },
      queryStringParameters: { tag: 'a,b', x: ' ' },
      pathParameters: { provider: 'sendgrid' },
      requestContext: {
        accountId: '000000000000',
        apiId: 'api',
        domainName: 'example.com',
        domainPrefix: 'api',
        http: {
          method: 'POST',
          path: '/webhooks/sendgrid',
          protocol: 'HTTP/1.1',
          sourceIp: '127.0.0.1',
          userAgent: 'curl',
        },
        requestId: 'request-1',
        routeKey: 'POST /webhooks/{provider}',
        stage: '$default',
        time: '16/Nov/2026:12:00:01 +0000',
        timeEpoch: 1_794_830_401_000,
      },
      isBase64Encoded: false,
    });
  });

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'text/plain',
    'application/problem+json',
    'APPLICATION/XML',
  ])('of type %s has its body as text', (type) =>
    expect(bodyOf(type, '{"name":"ä🎈"}')).toEqual([false, '{"name":"ä🎈"}']),
  );

  it.each([
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/octet-stream',
    '',
  ])('of type "%s" has its body in base64', (type) =>
    expect(bodyOf(type, 'a=1')).toEqual([true, Buffer.from('a=1').toString('base64')]),
  );

  it('keeps every byte of a body whose type is text and whose content is not', () => {
    const latin1 = Buffer.from([0x7b, 0xe4, 0x7d]);
    expect(bodyOf('application/json', latin1)).toEqual([true, latin1.toString('base64')]);
  });
});
