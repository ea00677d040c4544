import type { EmailEvent } from '../../core/email-event.ts';
import {
  foldStatus,
  joinStatus,
  type MessageStatus,
  withProviderInPrecedence,
} from '../../core/fold-status.ts';
import type { Address, MessageId } from '../../core/ids.ts';
import { precedenceOf, statusTypes, tierOf, touchesStatus } from '../../core/precedence.ts';
import type { AuditedStatus, Repair } from '../ports/audit.ts';
import type { StoredEvent } from '../ports/store.ts';
import { compareStatus } from './compare-status.ts';
import type { Difference, Finding } from './difference.ts';
import { expiryProblem, rightExpiry } from './expiry.ts';
import { type AuditSettings, recordsAllEvents } from './settings.ts';

type Recipient = {
  readonly messageId: string;
  readonly recipient: Address;
  readonly row: AuditedStatus | undefined;
  /** What happened, and what rows say whose payload says something else. */
  readonly events: readonly StoredEvent[];
  readonly misread: readonly StoredEvent[];
};

const mayHaveExpired =
  'event rows that it was made from may have expired, so what it says more than the rest is kept';
const eventMissing = 'no stored event says so, and a status is not lowered on that alone';

/** Judges the status of one recipient by its events, and plans how to mend its row. */
export function judgeStatus(recipient: Recipient, settings: AuditSettings): Finding[] {
  const { messageId, row, events } = recipient;
  const where = `${messageId} ${recipient.recipient}`;
  const firstSeenAt = momentIn(row?.firstSeenAt);
  const compare = (status: MessageStatus | undefined) =>
    compareStatus(where, status, events, settings, firstSeenAt);
  const wrong = [...rowDifferences(where, row, settings), ...compare(row?.status)];
  if (wrong.length === 0) return [];
  const status = mendedStatus(recipient, settings);
  if (!status) return wrong.map((difference) => ({ ...difference, hindrance: eventMissing }));
  const remaining = new Set(compare(status).map(inWords));
  const hindrance = firstSeenAt && recordsAllEvents(firstSeenAt, settings) ? eventMissing : mayHaveExpired;
  const repair = repairOf(recipient, status, settings);
  return wrong.map((difference) =>
    remaining.has(inWords(difference)) ? { ...difference, hindrance } : { ...difference, repair },
  );
}

function inWords({ expected, found }: Difference): string {
  return `${expected}; ${found}`;
}

/** What is wrong with the row itself, whatever the events say. */
function rowDifferences(
  where: string,
  row: AuditedStatus | undefined,
  settings: AuditSettings,
): Difference[] {
  if (!row) return [];
  const firstSeenAt = momentIn(row.firstSeenAt);
  const noFirstSeen = {
    expected: 'firstSeenAt to be a time',
    found:
      row.firstSeenAt === undefined ? 'no firstSeenAt' : `firstSeenAt ${JSON.stringify(row.firstSeenAt)}`,
  };
  const to = settings.now.getTime();
  const from = firstSeenAt === undefined ? 0 : Date.parse(firstSeenAt);
  const problems = [
    row.problem,
    firstSeenAt === undefined ? noFirstSeen : undefined,
    expiryProblem(row.expiresAt, { from, to, days: settings.retentionDays }, settings),
  ];
  return problems.flatMap((problem) => (problem ? [{ what: 'status' as const, where, ...problem }] : []));
}

/**
 * The status that the row should have. It is never lowered when its events may have expired, nor from a bounce or a
 * complaint just because the event is missing: then the row may be all that is left of it.
 */
function mendedStatus(
  { row, events, misread }: Recipient,
  settings: AuditSettings,
): MessageStatus | undefined {
  const folded = events.reduce<MessageStatus | undefined>(foldStatus, undefined);
  if (!row || !folded) return row?.status ?? folded;
  const status = withProviderInPrecedence(row.status);
  const firstSeenAt = momentIn(row.firstSeenAt);
  const isComplete = firstSeenAt !== undefined && recordsAllEvents(firstSeenAt, settings);
  if (isComplete && mayReplace(status, folded, misread)) return folded;
  // The row contradicts itself, and the event that decided is still there.
  if (folded.precedence === status.precedence)
    return { ...folded, times: joinStatus({ ...folded, times: status.times }, folded).times };
  return joinStatus(status, folded);
}

function mayReplace(status: MessageStatus, folded: MessageStatus, misread: readonly EmailEvent[]): boolean {
  const isAsSevere = folded.precedence.slice(0, 1) >= severityOf(status);
  const wasMisread = misread.some(
    (event) => touchesStatus(event) && precedenceOf(event) === status.precedence,
  );
  return isAsSevere || wasMisread;
}

/** The tier of the row, by what it says and by its precedence, whichever is worse. */
function severityOf(status: MessageStatus): string {
  const said = statusTypes.includes(status.type) ? String(tierOf(status.type)) : '';
  const [tier = ''] = /^[0-3](?=\|)/.exec(String(status.precedence)) ?? [];
  return said > tier ? said : tier;
}

function repairOf(
  { messageId, recipient, row, events }: Recipient,
  status: MessageStatus,
  settings: AuditSettings,
): Repair {
  const storedAt = events.map((event) => event.storedAt).sort();
  // A time without an event is of an event that has expired.
  const expired = Object.values(status.times).filter((at) => !events.some((each) => each.occurredAt === at));
  const known = [...storedAt, ...expired].sort();
  const firstSeenAt = momentIn(row?.firstSeenAt) ?? known[0] ?? settings.now.toISOString();
  const written = Date.parse(storedAt.at(-1) ?? settings.now.toISOString());
  const days = settings.retentionDays;
  const from = Date.parse(firstSeenAt);
  const isSane = row && !expiryProblem(row.expiresAt, { from, to: settings.now.getTime(), days }, settings);
  const right = rightExpiry({ from, to: written, days }, settings);
  const expiresAt = isSane ? (row.expiresAt as number) : (right ?? laterExpiry(settings));
  return {
    type: 'status',
    messageId: messageId as MessageId,
    recipient,
    ...(row && { seen: row.seen }),
    status,
    firstSeenAt,
    expiresAt,
  };
}

function laterExpiry({ now, retentionDays }: AuditSettings): number {
  return Math.floor(now.getTime() / 1_000) + retentionDays * 86_400;
}

function momentIn(value: unknown): string | undefined {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : undefined;
}
