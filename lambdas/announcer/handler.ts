import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@aws-lambda-powertools/logger';
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { SQSClient } from '@aws-sdk/client-sqs';
import middy from '@middy/core';
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { announcementOf } from '../../fanout/announcement.ts';
import { putOnBus } from '../../fanout/bus.ts';
import { enqueue } from '../../fanout/endpoint-queue.ts';
import type { Announcement } from '../../fanout/event-schema.ts';
import { factsInImage } from '../../store/stored-facts.ts';
import type { StreamRecord } from '../../store/stream-event.ts';
import { withoutCallLog } from '../../store/without-call-log.ts';
import { readEnvironment } from '../read-environment.ts';
import { announce, type Listener } from './announce.ts';
import { type AnnouncedEndpoint, announcerVariables } from './environment.ts';

const environment = readEnvironment(announcerVariables, 'lib/announcer.ts');
const logger = new Logger();
const requestHandler = { connectionTimeout: 1_000, requestTimeout: 5_000, throwOnRequestTimeout: true };
const settings = { maxAttempts: 2, requestHandler };

/** Told again, it would be refused again, and hold up everything behind it. */
const refusedBy = (listener: string) => (id: string, code: string) =>
  logger.error('an event was refused for good', { listener, id, code });

const listeners: readonly Listener<Announcement>[] = [
  ...busListener(environment.EVENT_BUS_NAME),
  ...(JSON.parse(environment.ENDPOINTS) as AnnouncedEndpoint[]).map(endpointListener()),
];

function busListener(busName: string): Listener<Announcement>[] {
  if (busName === '') return [];
  const client = withoutCallLog(new EventBridgeClient(settings));
  return [
    { name: 'bus', wants: () => true, tell: (events) => putOnBus(client, busName, events, refusedBy('bus')) },
  ];
}

function endpointListener() {
  const sqs = withoutCallLog(new SQSClient(settings));
  return ({ name, queueUrl, types }: AnnouncedEndpoint): Listener<Announcement> => ({
    name,
    wants: ({ type }) => types === undefined || types.includes(type),
    async tell(events) {
      const byId = new Map(events.map((event) => [event.data.id, event]));
      const webhooks = [...byId].map(([id, event]) => ({
        id,
        type: event.type,
        body: JSON.stringify(event),
      }));
      const refused = new Set((await enqueue(sqs, queueUrl, webhooks, refusedBy(name))).map(({ id }) => id));
      return events.filter(({ data }) => refused.has(data.id));
    },
  });
}

export const handler = middy<DynamoDBStreamEvent, DynamoDBBatchResponse>()
  .use(injectLambdaContext(logger))
  .handler(async ({ Records }) => {
    const itemIdentifier = await announce(Records as StreamRecord[], {
      listeners,
      factsIn: (image) => factsInImage(image, () => []),
      announcementOf,
      pause: delay,
      log: logger,
    });
    return { batchItemFailures: itemIdentifier === undefined ? [] : [{ itemIdentifier }] };
  });
