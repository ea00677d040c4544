import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { Address } from '../core/ids.ts';
import type { Moment } from '../core/moment.ts';
import type { Cause } from '../core/suppression.ts';

/** Where to find a piece of evidence: the index has no more than this. */
export type EvidenceKey = {
  readonly address: Address;
  readonly cause: Cause;
  readonly occurredAt: Moment;
};

/** Evidence of some causes, the newest first, read no further than the caller goes. */
export async function* newestEvidence(
  client: DynamoDBDocumentClient,
  table: string,
  causes: readonly Cause[],
  since?: Moment,
  until?: Moment,
): AsyncGenerator<EvidenceKey> {
  // The index is sorted within a cause, so the newest of all is the newest of the heads.
  const readers = causes.map((cause) => ofOneCause(client, table, cause, since, until));
  const heads = await Promise.all(readers.map(async (reader) => ({ reader, next: await reader.next() })));
  for (;;) {
    const waiting = heads.flatMap((head) => (head.next.done ? [] : [{ head, key: head.next.value }]));
    const newest = waiting.toSorted((one, other) => (one.key.occurredAt > other.key.occurredAt ? -1 : 1))[0];
    if (!newest) return;
    yield newest.key;
    newest.head.next = await newest.head.reader.next();
  }
}

async function* ofOneCause(
  client: DynamoDBDocumentClient,
  table: string,
  cause: Cause,
  since: Moment | undefined,
  until: Moment | undefined,
): AsyncGenerator<EvidenceKey> {
  const query = {
    TableName: table,
    IndexName: 'byCause',
    // The end of time and its beginning, where no limit is set.
    KeyConditionExpression: 'cause = :cause AND occurredAt BETWEEN :since AND :until',
    ExpressionAttributeValues: {
      ':cause': cause,
      ':since': since ?? '0',
      ':until': until ?? '9999-12-31T23:59:59.999Z',
    },
    ScanIndexForward: false,
    Limit: 200,
  };
  for await (const { Items = [] } of paginateQuery({ client }, query)) yield* Items as EvidenceKey[];
}
