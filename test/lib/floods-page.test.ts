import { readFileSync } from 'node:fs';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { measuredUsage } from '../../cli/cost/measured-usage.ts';
import { accessLog, bytesPerLine, prices } from '../../cli/cost/prices.ts';
import { maxBodyBytes } from '../../providers/as-enqueued.ts';
import { synthesize } from './synthesize.ts';

const page = readFileSync(new URL('../../docs/floods.md', import.meta.url), 'utf8');
const { all } = synthesize();
const [stage] = all('AWS::ApiGatewayV2::Stage');
const routes: { ThrottlingRateLimit: number }[] = Object.values(stage.RouteSettings);
const million = 1_000_000;

const environment = {
  MAILFOLD_NAME: 'Mailfold',
  EVENTS_QUEUE_URL: 'https://sqs.eu-west-1.amazonaws.com/111122223333/Mailfold-EventQueue-28629B6E',
  PROVIDER_SECRET_NAME: 'keys',
  TOKENS_TABLE: 'tokens',
  SIGNATURE_TOLERANCE_SECONDS: '300',
  SIGNATURE_TOLERANCES: '{}',
  SOURCE_ADDRESSES: '{}',
  PUBLIC_URLS: '',
  PROXY_SECRET_DIGESTS: '',
  SES_TOPIC_ARNS: 'arn:aws:sns:eu-west-1:111122223333:ses-events',
  STANDARD_SOURCES: '{}',
  AWS_REGION: 'eu-west-1',
};
/** As long as those of a deployed function. */
const context = {
  functionName: 'Mailfold-MailfoldReceiverFunctionAA182DCD-AbCdEfGhIjKl',
  invokedFunctionArn:
    'arn:aws:lambda:eu-west-1:111122223333:function:Mailfold-MailfoldReceiverFunctionAA182DCD-AbCdEfGhIjKl',
  memoryLimitInMB: '512',
  awsRequestId: '8c1d1f3e-6a57-4c0e-9d0c-3a9c1e2f4b5a',
} as Context;

/** What the receiver logs about a forged request, with what CloudWatch adds to each line. */
let refusalBytes = 0;

beforeAll(async () => {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const written: string[] = [];
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((text) => Boolean(written.push(String(text))));
  const { handler } = await import('../../lambdas/receiver/handler.ts');
  const forged = {
    headers: {},
    body: '{"Type":"Notification","TopicArn":"arn:aws:sns:eu-west-1:444455556666:x","Signature":"x"}',
    routeKey: 'POST /webhooks/ses',
    requestContext: { http: { method: 'POST', sourceIp: '192.0.2.1' } },
  } as unknown as APIGatewayProxyEventV2;
  const { statusCode } = await handler(forged, context);
  vi.restoreAllMocks();
  expect([statusCode, written.length]).toEqual([401, 2]);
  refusalBytes = written.reduce((sum, line) => sum + line.trimEnd().length + bytesPerLine, 0);
});
afterAll(() => vi.unstubAllEnvs());

/** An hour at the limit of one route. */
function hourOfFlood() {
  const requests = (routes[0]?.ThrottlingRateLimit ?? 0) * 3600;
  const gbSeconds = measuredUsage['postmark']?.once.receiverGbSeconds ?? Number.NaN;
  const logBytes = accessLog.bytes + bytesPerLine + refusalBytes;
  return {
    requests,
    'API Gateway': (requests / million) * prices.apiRequests,
    'Lambda, requests': (requests / million) * prices.lambdaRequests,
    'Lambda, time': requests * gbSeconds * prices.lambdaGbSecond,
    'CloudWatch Logs': ((requests * logBytes) / 1_000_000_000) * prices.logGb,
  };
}

describe('docs/floods.md', () => {
  it('has the sum of what an hour costs, by the prices and limits of this code', () => {
    const { requests, ...costs } = hourOfFlood();
    const rows = [...page.matchAll(/^\| ([A-Z][\w ,]+) \| \$([\d.]+) \|/gm)].map(([, name, dollars]) => [
      name,
      Number(dollars),
    ]);
    const total = Object.values(costs).reduce((sum, cost) => sum + cost, 0);
    expect(rows).toEqual(
      [...Object.entries(costs), ['Together', total], ['On all routes', total * routes.length]].map(
        ([name, cost]) => [name, Number(Number(cost).toFixed(2))],
      ),
    );
    expect(page).toContain(`${requests.toLocaleString('en-US')} requests`);
    expect(page).toContain(`all ${routes.length} routes`);
  });

  it('names the limit of bodies', () => {
    expect(page).toContain(`${maxBodyBytes / 1024 / 1024} MB`);
  });
});
