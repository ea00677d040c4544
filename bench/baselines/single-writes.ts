import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { SQSEvent } from 'aws-lambda';
import type { EmailEvent } from '../../core/email-event.ts';
import { inFlight } from '../../store/in-flight.ts';
import { eventsIn } from '../load/records.ts';
import { type Tables, writesFor } from './writes.ts';

/**
 * (a) The straightforward way with the SDK: the conditional writes of each event, one call each, for `atOnce` events at
 * a time. With one at a time it is (d), the loop with `await`.
 */
export function singleWrites(client: DynamoDBDocumentClient, tables: Tables, atOnce: number) {
  return async (event: SQSEvent): Promise<void> => {
    await inFlight(eventsIn(event), atOnce, ({ event, receivedAt }) =>
      writeEvent(client, tables, event, receivedAt),
    );
  };
}

export async function writeEvent(
  client: DynamoDBDocumentClient,
  tables: Tables,
  event: EmailEvent,
  receivedAt: Date,
): Promise<void> {
  const { puts, updates } = writesFor(tables, event, receivedAt);
  await Promise.all([
    ...puts.map((input) => unlessRefused(client.send(new PutCommand(input)))),
    ...updates.map((input) => unlessRefused(client.send(new UpdateCommand(input)))),
  ]);
}

/** A failed condition means that the row is already up to date. */
async function unlessRefused(sent: Promise<unknown>): Promise<void> {
  try {
    await sent;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}
