import { createHash } from 'node:crypto';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

const environment = {
  MAILFOLD_NAME: 'Mailfold',
  EVENTS_QUEUE_URL: 'http://127.0.0.1:9/queue',
  PROVIDER_SECRET_NAME: 'keys',
  TOKENS_TABLE: 'tokens',
  SIGNATURE_TOLERANCE_SECONDS: '300',
  SIGNATURE_TOLERANCES: '{}',
  SOURCE_ADDRESSES: '{"postmark": ["192.0.2.0/24"]}',
  PUBLIC_URLS: 'https://hooks.example.com',
  PROXY_SECRET_DIGESTS: createHash('sha256').update('the secret of the proxy').digest('hex'),
  SES_TOPIC_ARNS: 'arn:aws:sns:eu-west-1:123456789012:ses-events',
  STANDARD_SOURCES: '{}',
  AWS_REGION: 'eu-west-1',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  // Nothing listens there, so a request that gets this far is answered 503.
  AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
};

beforeAll(() => {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterAll(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

async function answerTo(
  sourceIp: string,
  provider = 'postmark',
  headers: Record<string, string> = {},
): Promise<number | undefined> {
  const { handler } = await import('../../../lambdas/receiver/handler.ts');
  const event = {
    headers: { authorization: 'Basic dTpw', ...headers },
    body: '{}',
    routeKey: `POST /webhooks/${provider}`,
    requestContext: { http: { method: 'POST', sourceIp } },
  } as unknown as APIGatewayProxyEventV2;
  return (await handler(event, {} as Context)).statusCode;
}

describe('the receiver behind API Gateway', () => {
  it('reads the source IP address of a request, and refuses one that is not on the list', async () => {
    expect(await answerTo('198.51.100.7')).toBe(401);
    expect(await answerTo('192.0.2.7')).toBe(503);
  });

  it('believes the source address that a proxy names, if it knows the secret, and nobody else', async () => {
    const [proxy, allowed, other] = ['203.0.113.9', '192.0.2.7', '198.51.100.7'];
    const named = (address: string, secret: string) =>
      answerTo(proxy, 'postmark', { 'x-mailfold-source': address, 'x-mailfold-proxy': secret });
    expect(await named(allowed, 'the secret of the proxy')).toBe(503);
    expect(await named(other, 'the secret of the proxy')).toBe(401);
    expect(await named(allowed, 'a guess')).toBe(401);
    expect(await answerTo(proxy, 'postmark', { 'x-mailfold-source': allowed })).toBe(401);
  });

  it('needs no secret for a provider whose keys are a setting', async () => {
    expect(await answerTo('192.0.2.7', 'ses')).toBe(401);
  });
});
