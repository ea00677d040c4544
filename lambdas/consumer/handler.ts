import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@aws-lambda-powertools/logger';
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import middy from '@middy/core';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { SuppressionSettings } from '../../core/fold-suppression.ts';
import { topicProvider } from '../../providers/manifests.ts';
import { normalizersWith } from '../../providers/normalizers.ts';
import { batchedStore } from '../../store/batched-store.ts';
import { readEventTimes } from '../../store/event-times.ts';
import { noteSeen } from '../../store/last-seen.ts';
import { rememberingStore } from '../../store/remembering-store.ts';
import { withoutCallLog } from '../../store/without-call-log.ts';
import { countFailures } from '../count-failures.ts';
import { Tally } from '../metrics.ts';
import { metricsPublisher } from '../publish-metrics.ts';
import { readEnvironment } from '../read-environment.ts';
import { consume } from './consume.ts';
import { consumerVariables } from './environment.ts';
import { seenProviders } from './seen-providers.ts';

const environment = readEnvironment(consumerVariables, 'lib/event-consumer.ts');
const logger = new Logger();
const publish = metricsPublisher(environment.MAILFOLD_NAME);
const now = () => new Date();

const requestHandler = { connectionTimeout: 1_000, requestTimeout: 3_000, throwOnRequestTimeout: true };
const sqs = withoutCallLog(new SQSClient({ maxAttempts: 2, requestHandler }));
// One attempt: the store itself tries again, with all throttled rows in common batches and until time is up.
const dynamoDb = withoutCallLog(new DynamoDBClient({ maxAttempts: 1, requestHandler }));
const documents = DynamoDBDocumentClient.from(dynamoDb, { marshallOptions: { removeUndefinedValues: true } });
const normalizerOf = normalizersWith(JSON.parse(environment.STANDARD_SOURCES));
const suppression: SuppressionSettings = JSON.parse(environment.SUPPRESSION);
const settings = {
  table: environment.MESSAGES_TABLE,
  addressesTable: environment.ADDRESSES_TABLE,
  windowDays: Number(environment.DEDUPE_WINDOW_DAYS),
  statusRetentionDays: Number(environment.STATUS_RETENTION_DAYS),
  suppression,
};
const store = rememberingStore(
  batchedStore(documents, settings, now, {
    // Without it, a missing permission would only show as a consumer that is slow.
    onTrouble: ({ of, code, rows }) =>
      logger.warn(`${of} of writes failed; the rows are written one by one`, { trouble: code, rows }),
  }),
  now,
);

const onStored = seenProviders({
  note: (provider, at) => noteSeen(documents, environment.MESSAGES_TABLE, provider, at),
  now,
  log: logger,
});

export const handler = middy<SQSEvent, SQSBatchResponse>()
  .use(injectLambdaContext(logger))
  .handler(async (event, context) => {
    const tally = new Tally();
    const unfinished = await consume(event.Records, {
      normalizerOf,
      topicProvider: topicProvider.name,
      store,
      timesOf: (messageId) => readEventTimes(documents, environment.MESSAGES_TABLE, messageId),
      isRecorded: (entry) => entry.type === 'release' || suppression.causes.includes(entry.cause),
      send: async (envelope) => {
        await sqs.send(new SendMessageCommand({ QueueUrl: environment.EVENTS_QUEUE_URL, ...envelope }));
      },
      isTimeUp: timeBudget(context),
      pause: delay,
      log: logger,
      onStored,
      onFailed: countFailures,
      meter: { measure: tally.measure, now },
    });
    publish(tally.take());
    return { batchItemFailures: unfinished.map((itemIdentifier) => ({ itemIdentifier })) };
  });

/** When a run times out, SQS delivers the whole batch again. A run that stops early returns only what is unfinished. */
function timeBudget(context: Context): () => boolean {
  const reserveMillis = context.getRemainingTimeInMillis() / 5;
  return () => context.getRemainingTimeInMillis() < reserveMillis;
}
