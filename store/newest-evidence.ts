import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { EvidenceKey } from '../app/ports/store.ts';
import type { Moment } from '../core/moment.ts';
import type { Cause } from '../core/suppression.ts';

type Range = { readonly since?: Moment; readonly until?: Moment };

/** Evidence of the given causes, newest first. Reads no more pages than the caller consumes. */
export async function* newestEvidence(
  client: DynamoDBDocumentClient,
  table: string,
  causes: readonly Cause[],
  range: Range = {},
): AsyncGenerator<EvidenceKey> {
  // The index is sorted within each cause, so the newest evidence is always the first of one of the causes.
  const readers = causes.map((cause) => evidenceOf(client, table, cause, range));
  const heads = await Promise.all(readers.map(async (reader) => ({ reader, next: await reader.next() })));
  for (;;) {
    const waiting = heads.flatMap((head) => (head.next.done ? [] : [{ head, key: head.next.value }]));
    const newest = waiting.toSorted((one, other) => (one.key.occurredAt > other.key.occurredAt ? -1 : 1))[0];
    if (!newest) return;
    yield newest.key;
    newest.head.next = await newest.head.reader.next();
  }
}

async function* evidenceOf(
  client: DynamoDBDocumentClient,
  table: string,
  cause: Cause,
  { since, until }: Range,
): AsyncGenerator<EvidenceKey> {
  const query = {
    TableName: table,
    IndexName: 'byCause',
    KeyConditionExpression: 'cause = :cause AND occurredAt BETWEEN :since AND :until',
    ExpressionAttributeValues: {
      ':cause': cause,
      // Without a limit: strings that sort before and after all times.
      ':since': since ?? '0',
      ':until': until ?? '9999-12-31T23:59:59.999Z',
    },
    ScanIndexForward: false,
    Limit: 200,
  };
  for await (const { Items = [] } of paginateQuery({ client }, query)) yield* Items as EvidenceKey[];
}
