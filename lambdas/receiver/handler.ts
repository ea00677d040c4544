import { Logger } from '@aws-lambda-powertools/logger';
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { manifestsWith } from '../../providers/manifests.ts';
import { verifiersWith } from '../../providers/verifiers.ts';
import { tokenBinding } from '../../store/token-binding.ts';
import { withoutCallLog } from '../../store/without-call-log.ts';
import { countFailures } from '../count-failures.ts';
import { Tally } from '../metrics.ts';
import { metricsPublisher } from '../publish-metrics.ts';
import { readEnvironment } from '../read-environment.ts';
import { receiverVariables } from './environment.ts';
import { providerKeys } from './provider-keys.ts';
import { type PostedRequest, type ReceiveDependencies, receive } from './receive.ts';
import { sourceAddresses } from './source-addresses.ts';
import { sourceIpReader } from './source-ip.ts';

const environment = readEnvironment(receiverVariables, 'lib/webhook-receiver.ts');
const logger = new Logger();
const publish = metricsPublisher(environment.MAILFOLD_NAME);

// Providers wait a few seconds for an answer. A service that does not answer must become a 503 within that time.
const clientSettings = {
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 2_000, throwOnRequestTimeout: true },
};
const sqs = withoutCallLog(new SQSClient(clientSettings));

const now = () => new Date();
const secret = providerKeys(environment.PROVIDER_SECRET_NAME, new SecretsManagerClient(clientSettings), now);
const tolerances: Record<string, number> = JSON.parse(environment.SIGNATURE_TOLERANCES);
// A token is kept longer than its signature is accepted. After that, its timestamp is refused as stale.
const tokensKeptSeconds = Math.max(3 * 86_400, ...Object.values(tolerances).map((seconds) => 2 * seconds));
const bindToken = tokenBinding(
  new DynamoDBClient(clientSettings),
  environment.TOKENS_TABLE,
  tokensKeptSeconds,
  now,
);
const publicUrls = environment.PUBLIC_URLS.split(',').filter(Boolean);
const sourceIpOf = sourceIpReader(environment.PROXY_SECRET_DIGESTS.split(',').filter(Boolean));
const namedSources = Object.keys(JSON.parse(environment.STANDARD_SOURCES));
/** Keys that are not secret, by the name of the setting that lists them. */
const keysInSettings: Readonly<Record<string, readonly string[]>> = {
  sesTopicArns: environment.SES_TOPIC_ARNS.split(',').filter((arn) => arn !== ''),
};

const dependencies: Omit<ReceiveDependencies, 'measure'> = {
  manifestOf: manifestsWith(namedSources),
  verifierOf: verifiersWith(namedSources),
  keysOf: async ({ name, manifest: { key } }) =>
    key.source === 'setting' ? (keysInSettings[key.setting] ?? []) : secret.keysOf(name),
  // A setting changes only with a deployment, which starts new instances.
  freshKeysOf: async ({ name, manifest: { key } }) =>
    key.source === 'setting' ? [] : secret.freshKeysOf(name),
  toleranceSecondsOf: ({ name, manifest }) =>
    tolerances[name] ?? manifest.toleranceSeconds ?? Number(environment.SIGNATURE_TOLERANCE_SECONDS),
  isSourceAllowed: sourceAddresses(JSON.parse(environment.SOURCE_ADDRESSES)),
  bindToken,
  send: async (envelope) => {
    await sqs.send(new SendMessageCommand({ QueueUrl: environment.EVENTS_QUEUE_URL, ...envelope }));
  },
  visit: async (url) => {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(5_000) });
    if (!response.ok)
      throw new Error(`expected the confirmation URL to answer 200, found ${response.status}`);
  },
  now,
  log: logger,
  onUnavailable: () => countFailures(1),
};

export const handler = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>()
  .use(injectLambdaContext(logger))
  .handler(async (event) => {
    const tally = new Tally();
    const path = pathOf(event);
    const { status, message } = await receive(toRequest(event, path), path.slice(path.lastIndexOf('/') + 1), {
      ...dependencies,
      measure: tally.measure,
    });
    publish(tally.take());
    return {
      statusCode: status,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ message }),
    };
  });

/** The path of the route, as in `POST /webhooks/acme`: every provider has routes of its own. */
function pathOf({ routeKey }: APIGatewayProxyEventV2): string {
  return routeKey.slice(routeKey.indexOf(' ') + 1);
}

/** Keeps the raw bytes of the body, because signatures cover them. */
function toRequest(event: APIGatewayProxyEventV2, path: string): PostedRequest {
  const { body = '', headers, isBase64Encoded, rawQueryString, requestContext } = event;
  const encoding = isBase64Encoded ? 'base64' : 'utf8';
  const query = rawQueryString ? `?${rawQueryString}` : '';
  return {
    method: requestContext.http.method,
    headers,
    urls: publicUrls.map((start) => start + path + query),
    bodyBytes: Buffer.byteLength(body, encoding),
    readBody: () => Buffer.from(body, encoding),
    sourceIp: sourceIpOf(headers, requestContext.http.sourceIp),
  };
}
