import { BatchExecuteStatementCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { SQSEvent } from 'aws-lambda';
import { foldStatus } from '../../core/fold-status.ts';
import { suppressionEntryOf } from '../../core/suppression.ts';
import { eventRow } from '../../store/event-row.ts';
import { chunksOf, inFlight } from '../../store/in-flight.ts';
import { rowName } from '../../store/keys.ts';
import { insertRow } from '../../store/statements.ts';
import { statusRow } from '../../store/status-row.ts';
import { eventsIn } from '../load/records.ts';
import { entryRow, type Tables } from './writes.ts';

/**
 * (e) The limit: only sends prepared statements for all events, in full batches. It neither reads queue messages nor
 * checks answers, so no consumer can be as fast.
 */
export function batchLimit(client: DynamoDBClient, { messages, addresses }: Tables) {
  const now = new Date();
  const prepare = (events: readonly SQSEvent[]) => {
    const rows = events.flatMap(eventsIn).flatMap(({ event, receivedAt }) => {
      const { messageId, recipient } = event;
      const entry = suppressionEntryOf(event);
      const status = foldStatus(undefined, event);
      const times = { now, retentionDays: 400 };
      return [
        { table: messages, row: eventRow(event, { receivedAt }, { now, windowDays: 30 }) },
        ...(entry ? [{ table: addresses, row: entryRow(entry, now) }] : []),
        ...(status && recipient
          ? [{ table: messages, row: statusRow({ messageId, recipient }, status, times) }]
          : []),
      ];
    });
    // DynamoDB refuses a batch that names a row twice.
    const distinct = new Map(rows.map((each) => [rowName(each.row), each]));
    return chunksOf(
      [...distinct.values()].map(({ table, row }) => insertRow(table, row)),
      25,
    );
  };
  return {
    prepare,
    run: (chunks: ReturnType<typeof prepare>) =>
      inFlight(chunks, 8, async (Statements) => {
        await client.send(new BatchExecuteStatementCommand({ Statements }));
      }),
  };
}
