import { Logger } from '@aws-lambda-powertools/logger';
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import { SecretsProvider } from '@aws-lambda-powertools/parameters/secrets';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { ChangeMessageVisibilityCommand, SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import middy from '@middy/core';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { enqueue, setAsideUrl } from '../../fanout/endpoint-queue.ts';
import { readEndpointSecrets } from '../../fanout/endpoint-secrets.ts';
import { createPoster } from '../../fanout/post-webhook.ts';
import { webhookRequest } from '../../fanout/webhook-request.ts';
import { deliveryLog } from '../../store/delivery-log.ts';
import { withoutCallLog } from '../../store/without-call-log.ts';
import { readEnvironment } from '../read-environment.ts';
import { deliver, type QueuedWebhook } from './deliver.ts';
import { type SentEndpoint, senderVariables } from './environment.ts';

const environment = readEnvironment(senderVariables, 'lib/webhook-sender.ts');
const logger = new Logger();
const now = () => new Date();

const requestHandler = { connectionTimeout: 1_000, requestTimeout: 5_000, throwOnRequestTimeout: true };
const settings = { maxAttempts: 3, requestHandler };
const sqs = withoutCallLog(new SQSClient(settings));
const documents = DynamoDBDocumentClient.from(withoutCallLog(new DynamoDBClient(settings)), {
  marshallOptions: { removeUndefinedValues: true },
});
const log = deliveryLog(documents, environment.DELIVERIES_TABLE);
const secretsProvider = new SecretsProvider({ awsSdkV3Client: new SecretsManagerClient({ maxAttempts: 2 }) });
const endpoints: readonly SentEndpoint[] = JSON.parse(environment.ENDPOINTS);
const post = createPoster({
  listedHosts: environment.PRIVATE_HOSTS.split(',').filter(Boolean),
  timeoutMillis: 15_000,
});

/** A rotated secret is in use everywhere after this time. */
const secretKeptSeconds = 60;

async function secretsOf(endpoint: string): Promise<readonly string[]> {
  const value = await secretsProvider.get(environment.WEBHOOK_SECRET_NAME, { maxAge: secretKeptSeconds });
  return readEndpointSecrets(typeof value === 'string' ? value : undefined).of(endpoint);
}

export const handler = middy<SQSEvent, SQSBatchResponse>()
  .use(injectLambdaContext(logger))
  .handler(async ({ Records }) => {
    const endpoint = endpointOf(Records);
    const secrets = await secretsOf(endpoint.name);
    const unfinished = await deliver(Records.map(queuedWebhook), {
      endpoint: endpoint.name,
      log,
      post: (webhook) => post(webhookRequest(endpoint.url, webhook, secrets, now())),
      hide: async ({ receiptHandle }, seconds) => {
        const hidden = { ReceiptHandle: receiptHandle, VisibilityTimeout: seconds };
        await sqs.send(new ChangeMessageVisibilityCommand({ QueueUrl: endpoint.queueUrl, ...hidden }));
      },
      setAside: async (webhook) => {
        const [refused] = await enqueue(sqs, setAsideUrl(endpoint.queueUrl), [webhook]);
        if (refused) throw new Error('expected the queue of what is set aside to take a webhook, it refused');
      },
      now,
      logger,
    });
    return { batchItemFailures: unfinished.map((itemIdentifier) => ({ itemIdentifier })) };
  });

/** All messages of a run come from one queue, which belongs to one endpoint. */
function endpointOf([record]: readonly SQSRecord[]): SentEndpoint {
  const queueName = record?.eventSourceARN.split(':').at(-1) ?? '';
  const endpoint = endpoints.find(({ queueUrl }) => queueUrl.endsWith(`/${queueName}`));
  if (!endpoint) throw new Error(`expected the queue of an endpoint, found ${queueName}`);
  return endpoint;
}

function queuedWebhook({
  messageId,
  receiptHandle,
  body,
  attributes,
  messageAttributes,
}: SQSRecord): QueuedWebhook {
  return {
    messageId,
    receiptHandle,
    id: messageAttributes['id']?.stringValue ?? messageId,
    type: messageAttributes['type']?.stringValue ?? '',
    body,
    attempt: Number(attributes.ApproximateReceiveCount),
  };
}
