import type { MessagePage, MessagePageQuestion, RecipientHistory, StoredEvent } from '../app/ports/store.ts';
import type { Address } from '../core/ids.ts';
import { readRows } from './batch-get.ts';
import { statusPrefix, statusRowKey } from './keys.ts';
import { queryPages } from './query-pages.ts';
import { findEvents, type LongMessage, readDeciding, type Statuses } from './read-long-events.ts';
import type { RowFields } from './row-fields.ts';
import { readStatusRow } from './status-row.ts';

/** Calls that count the statuses of all recipients. One reads about two thousand. */
const maxCountingCalls = 4;
/** Recipients without a status that are shown, and recipients that are asked about to find them. */
const maxWithoutStatus = 20;
const maxCandidates = 1_000;

/**
 * A page of a message that does not fit into one call. Its statuses are read in the order of the recipients. The events of a
 * message are sorted by time, so those of some recipients are picked out of all of them, the newest first and with a bound.
 * The event that decided a status is read by its key.
 */
export async function readLongMessage(
  source: LongMessage,
  question: MessagePageQuestion,
): Promise<MessagePage | undefined> {
  const isFirst = question.after === undefined && !question.only;
  const { statuses, hasMore, counts } = question.only
    ? { ...(await readSome(source, question.only.keys)), hasMore: false, counts: undefined }
    : await readStatuses(source, question);
  const wanted = question.only ? question.only.keys : [...statuses.keys()];
  const [found, deciding] = await Promise.all([
    findEvents(source, wanted, isFirst, question),
    readDeciding(source, statuses),
  ]);
  const historyOf = (recipient: Address): RecipientHistory => {
    const status = statuses.get(recipient);
    const events = found.events.filter((event) => event.recipient === recipient);
    const decided = deciding.get(recipient);
    const isMissing = decided && !events.some((event) => isSame(event, decided));
    return {
      recipient,
      ...(status && { status }),
      events: isMissing ? [decided, ...events].sort(byTime) : events,
      ...(!found.isWhole && { hasMoreEvents: true }),
    };
  };
  const others = isFirst ? await withoutStatus(source, found.events, statuses) : [];
  const recipients = wanted.map(historyOf).filter(({ status, events }) => status || events.length > 0);
  if (question.only && recipients.length === 0) return undefined;
  return {
    messageId: source.messageId,
    recipients,
    hasMore,
    withoutStatus: others.map(historyOf),
    withoutRecipient: isFirst ? found.events.filter(({ recipient }) => recipient === undefined) : [],
    ...(counts && { counts: others.length > 0 ? { ...counts, none: others.length } : counts }),
    isLong: true,
  };
}

/** The statuses of one page; on the first page also the number of all of them. */
async function readStatuses(
  { client, table, messageId }: LongMessage,
  { limit, after, hasTime }: MessagePageQuestion,
): Promise<{ statuses: Statuses; hasMore: boolean; counts?: Record<string, number> }> {
  const isFirst = after === undefined;
  const pages = queryPages(client, {
    TableName: table,
    KeyConditionExpression: 'messageId = :messageId AND begins_with(sortKey, :prefix)',
    ExpressionAttributeValues: { ':messageId': messageId, ':prefix': statusPrefix },
    ...(after !== undefined && { ExclusiveStartKey: statusRowKey({ messageId, recipient: after }) }),
    // As many as fit into a call when they are counted, otherwise one more than the page needs.
    ...(!isFirst && { Limit: limit + 1 }),
  });
  const rows: RowFields[] = [];
  const counts: Record<string, number> = {};
  let areCounted = isFirst;
  let calls = 0;
  for await (const some of pages) {
    for (const { status } of some) counts[String(status)] = (counts[String(status)] ?? 0) + 1;
    rows.push(...some.slice(0, limit + 1 - rows.length));
    calls += 1;
    areCounted &&= calls < maxCountingCalls && hasTime();
    if (rows.length > limit && !areCounted) break;
  }
  const page = rows.slice(0, limit).map((row) => [row['recipient'] as Address, readStatusRow(row)] as const);
  return { statuses: new Map(page), hasMore: rows.length > limit, ...(areCounted && { counts }) };
}

async function readSome(
  { client, table, messageId }: LongMessage,
  recipients: readonly Address[],
): Promise<{ statuses: Statuses }> {
  const keys = recipients.map((recipient) => statusRowKey({ messageId, recipient }));
  const rows = [...(await readRows(client, { table, keys })).values()].filter((row) => row !== undefined);
  return { statuses: new Map(rows.map((row) => [row['recipient'] as Address, readStatusRow(row)])) };
}

/** Recipients that no event gave a status. */
async function withoutStatus(
  source: LongMessage,
  events: readonly StoredEvent[],
  onPage: Statuses,
): Promise<Address[]> {
  const named = [...new Set(events.flatMap(({ recipient }) => recipient ?? []))];
  const candidates = named.filter((recipient) => !onPage.has(recipient)).slice(0, maxCandidates);
  const { statuses } = await readSome(source, candidates);
  return candidates.filter((recipient) => !statuses.has(recipient)).slice(0, maxWithoutStatus);
}

function isSame(
  one: Pick<StoredEvent, 'id' | 'provider'>,
  other: Pick<StoredEvent, 'id' | 'provider'>,
): boolean {
  return one.id === other.id && one.provider === other.provider;
}

function byTime(one: StoredEvent, other: StoredEvent): number {
  return one.occurredAt < other.occurredAt ? -1 : 1;
}
