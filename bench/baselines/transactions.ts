import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { SQSEvent } from 'aws-lambda';
import { inFlight } from '../../store/in-flight.ts';
import { eventsIn } from '../load/records.ts';
import { type Tables, writesFor } from './writes.ts';

/**
 * (c) One transaction per event, with the dedupe row and its effects. The status has no condition: when it fails, it
 * would cancel the event's row too.
 */
export function transactions(client: DynamoDBDocumentClient, tables: Tables, atOnce: number) {
  return async (event: SQSEvent): Promise<void> => {
    await inFlight(eventsIn(event), atOnce, async ({ event, receivedAt }) => {
      const { puts, updates } = writesFor(tables, event, receivedAt);
      const TransactItems = [
        ...puts.map((Put) => ({ Put })),
        ...updates.map(({ ConditionExpression: _, UpdateExpression = '', ...Update }) => ({
          Update: { ...Update, UpdateExpression },
        })),
      ];
      await client.send(new TransactWriteCommand({ TransactItems })).catch((error: unknown) => {
        if (!(error instanceof TransactionCanceledException)) throw error;
      });
    });
  };
}
