import type { Address, MessageId } from '../core/ids.ts';
import type { AskedAddress } from './address-history.ts';
import { type Answer, answer, cursorInvalid, notAnAddress, refuse } from './answer.ts';
import { givenListedAddress, givenMessageId, givenPageSize, ifGiven, limits, together } from './given.ts';
import {
  countByStatus,
  type MessageReport,
  newestOf,
  type RecipientStatus,
  recipientStatus,
  timelineEvent,
} from './message-report.ts';
import type { Cursors, MessagePage, MessageReader, RecipientHistory, SuppressionLog } from './ports/store.ts';
import type { TimeLimit } from './ports/time-limit.ts';

type MessageQuestion = {
  readonly messageId: string;
  /** Only this recipient. */
  readonly to?: string;
  /** Recipients on a page. */
  readonly limit?: number;
  readonly cursor?: string;
};

export type MessagePorts = MessageReader & SuppressionLog & Cursors & TimeLimit;

/** Where a page ended. */
type Position = Pick<MessagePage, 'counts' | 'isLong'> & { readonly after: Address };

/** Recipients whose suppression is read at the same time. */
const recipientsAtOnce = 20;
/** A page ends after this many characters. Lambda returns no more than 6 MB. */
const maxBytes = 2_000_000;

/** The status of a message for each recipient, with its events and why each of them decided or not. */
export async function messageStatus(
  question: MessageQuestion,
  ports: MessagePorts,
): Promise<Answer<MessageReport>> {
  const given = together({
    messageIds: givenMessageId(question.messageId),
    only: ifGiven(question.to, givenListedAddress),
    limit: givenPageSize(question.limit),
  });
  if (!given.ok) return given;
  const { messageIds, ...rest } = given.value;
  const [first, ...others] = messageIds;
  const report = await statusUnder(first, { ...rest, cursor: question.cursor }, ports);
  for (const messageId of report.ok ? [] : others) {
    const other = await statusUnder(messageId, { ...rest, cursor: question.cursor }, ports);
    if (other.ok) return other;
  }
  return report;
}

type CheckedQuestion = {
  readonly only: AskedAddress | undefined;
  readonly limit: number;
  readonly cursor: string | undefined;
};

async function statusUnder(
  messageId: MessageId,
  { only, limit, cursor }: CheckedQuestion,
  ports: MessagePorts,
): Promise<Answer<MessageReport>> {
  const asked = `message ${messageId}`;
  const from = cursor === undefined ? undefined : ((await ports.open(asked, cursor)) as Position);
  if (cursor !== undefined && (!from || only)) return cursorInvalid;
  const page = await ports.message(messageId, {
    limit,
    events: limits.eventsPerRecipient,
    hasTime: ports.hasTime,
    ...(only && { only }),
    ...(from && { after: from.after, isLong: from.isLong }),
  });
  if (!page && only?.isStray) return notAnAddress;
  if (!page)
    return refuse(
      'message-unknown',
      only
        ? 'no event about this message and recipient has arrived'
        : 'no event about this message has arrived',
    );
  const { recipients, next } = await reportsOf(page, from, ports);
  const others = newestOf(page.withoutRecipient);
  const counts = from?.counts ?? page.counts;
  return answer({
    messageId,
    summary: sorted(counts ?? countByStatus(recipients)),
    summaryOf: counts ? 'message' : 'page',
    recipients,
    otherEvents: others.map((event) => timelineEvent(event, undefined, [])),
    ...(others.length < page.withoutRecipient.length && { moreOtherEvents: true }),
    ...(next && { cursor: await ports.seal(asked, next) }),
  });
}

/** The same, with all recipients: page after page is asked for. */
export async function wholeMessageStatus(
  question: Omit<MessageQuestion, 'limit' | 'cursor'>,
  ports: MessagePorts,
): Promise<Answer<MessageReport>> {
  const asked = { ...question, limit: limits.pageSize };
  const first = await messageStatus(asked, ports);
  if (!first.ok) return first;
  const { cursor, ...report } = first.value;
  const recipients = [...report.recipients];
  for (let next = cursor; next !== undefined; ) {
    const page = await messageStatus({ ...asked, cursor: next }, ports);
    if (!page.ok) return page;
    recipients.push(...page.value.recipients);
    next = page.value.cursor;
  }
  const summary = report.summaryOf === 'message' ? report.summary : sorted(countByStatus(recipients));
  return answer({ ...report, summary, summaryOf: 'message', recipients });
}

/** Reads the suppressions of several recipients at the same time. When time is up, the page ends after those. */
async function reportsOf(
  page: MessagePage,
  from: Position | undefined,
  ports: MessagePorts,
): Promise<{ recipients: RecipientStatus[]; next?: Position }> {
  const reports: RecipientStatus[] = [];
  let bytes = 0;
  let done = 0;
  const add = async (some: readonly RecipientHistory[]) => {
    for (const report of await Promise.all(some.map((each) => recipientStatus(each, ports)))) {
      reports.push(report);
      bytes += JSON.stringify(report).length;
    }
  };
  while (done < page.recipients.length && (done === 0 || (ports.hasTime() && bytes < maxBytes))) {
    const some = page.recipients.slice(done, done + recipientsAtOnce);
    await add(some);
    done += some.length;
  }
  await add(page.withoutStatus);
  const last = page.recipients[done - 1];
  const isEnd = done === page.recipients.length && !page.hasMore;
  if (!last || isEnd) return { recipients: reports };
  const counts = from?.counts ?? page.counts;
  const next = { after: last.recipient, isLong: page.isLong, ...(counts && { counts }) };
  return { recipients: reports, next };
}

function sorted(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
