import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import { IdempotencyConfig, makeIdempotent } from '@aws-lambda-powertools/idempotency';
import { DynamoDBPersistenceLayer } from '@aws-lambda-powertools/idempotency/dynamodb';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Context, SQSEvent, SQSRecord } from 'aws-lambda';
import type { EmailEvent } from '../../core/email-event.ts';
import { eventsIn, toEvent } from '../load/records.ts';
import { writeEvent } from './single-writes.ts';
import type { Tables } from './writes.ts';

type Item = { event: EmailEvent; receivedAt: Date };

/**
 * (b) Powertools' batch processor, with its idempotency around the writes of each event. Per event and not per queue
 * message, because a provider regroups events when it retries.
 */
export function powertools(
  client: DynamoDBClient,
  documents: DynamoDBDocumentClient,
  tables: Tables,
  idempotencyTable: string,
) {
  const persistenceStore = new DynamoDBPersistenceLayer({
    tableName: idempotencyTable,
    awsSdkV3Client: client,
  });
  const config = new IdempotencyConfig({ eventKeyJmesPath: 'id', expiresAfterSeconds: 30 * 86_400 });
  const write = makeIdempotent(
    async (_key: { id: string }, { event, receivedAt }: Item) => {
      await writeEvent(documents, tables, event, receivedAt);
    },
    { persistenceStore, config },
  );
  const processor = new BatchProcessor(EventType.SQS);
  const handleRecord = async (record: SQSRecord) => {
    await Promise.all(
      eventsIn(toEvent([record])).map((item) =>
        write({ id: `${item.event.messageId} ${item.event.id}` }, item),
      ),
    );
  };
  return (event: SQSEvent, context: Context): Promise<unknown> => {
    config.registerLambdaContext(context);
    return processPartialResponse(event, handleRecord, processor, { context });
  };
}
