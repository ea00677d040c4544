import type { MessageStatus } from '../core/fold-status.ts';
import { type Address, type MessageId, parseAddress, parseMessageId } from '../core/ids.ts';
import { type StatusType, tierOf } from '../core/precedence.ts';
import type { StatusReader } from './ports/compare.ts';

/** What others say about one message. */
export type TheirStatus = {
  readonly line: number;
  readonly message: string;
  /** Can be left out when the message has one recipient. */
  readonly recipient?: string;
  readonly status: StatusType;
};

export type StatusDifference = {
  readonly line: number;
  readonly message: string;
  readonly recipient?: string;
  readonly theirs: StatusType;
  /** Null when we have none. */
  readonly ours: StatusType | null;
  readonly why: string;
};

export type StatusComparison = { readonly line: number } & (
  | { readonly isSame: true }
  | { readonly difference: StatusDifference }
  | { readonly problem: string }
);

/** Compares one batch. Yields one result per row, in order. */
export async function compareStatuses(
  rows: readonly TheirStatus[],
  reader: StatusReader,
): Promise<StatusComparison[]> {
  const asked = rows.map(questionOf);
  const direct = asked.flatMap((each) => ('recipient' in each && each.recipient ? [each as Named] : []));
  const found = new Map<Named, MessageStatus | undefined>();
  const statuses = await reader.statusesOf(direct);
  for (const [index, each] of direct.entries()) found.set(each, statuses[index]);
  const results: StatusComparison[] = [];
  for (const [index, row] of rows.entries()) {
    const question = asked[index];
    if (!question || 'problem' in question)
      results.push({ line: row.line, problem: question?.problem ?? '' });
    else if (question.recipient) results.push(judge(row, found.get(question as Named)));
    else results.push(await judgeAny(row, question.messageId, reader));
  }
  return results;
}

type Named = { readonly messageId: MessageId; readonly recipient: Address };
type Question =
  | { readonly messageId: MessageId; readonly recipient?: Address }
  | { readonly problem: string };

function questionOf({ message, recipient }: TheirStatus): Question {
  const messageId = parseMessageId(message);
  if (!messageId) return { problem: 'expected a message id' };
  if (recipient === undefined) return { messageId };
  const address = parseAddress(recipient);
  return address ? { messageId, recipient: address } : { problem: 'expected an e-mail address' };
}

async function judgeAny(
  row: TheirStatus,
  messageId: MessageId,
  reader: StatusReader,
): Promise<StatusComparison> {
  const [only, ...others] = await reader.recipientsOf(messageId);
  if (others.length > 0)
    return {
      line: row.line,
      problem: `the message has ${others.length + 1} recipients here; add a column with the recipient`,
    };
  return judge({ ...row, ...(only && { recipient: only.recipient }) }, only?.status);
}

function judge(row: TheirStatus, ours: MessageStatus | undefined): StatusComparison {
  const { line, message, recipient, status: theirs } = row;
  if (ours?.type === theirs) return { line, isSame: true };
  const difference = {
    line,
    message,
    ...(recipient !== undefined && { recipient }),
    theirs,
    ours: ours?.type ?? null,
    why: whyNot(theirs, ours),
  };
  return { line, difference };
}

/** Why we do not have the same status. */
function whyNot(theirs: StatusType, ours: MessageStatus | undefined): string {
  if (!ours) return 'no event about it has arrived here';
  const { type, occurredAt, times } = ours;
  const [known, isFinal] = [times[theirs], tierOf(type) > tierOf(theirs)];
  if (known === undefined)
    return isFinal
      ? `${type} of ${occurredAt} is final; no ${theirs} has arrived here, and it would change nothing`
      : `no ${theirs} has arrived here; ours is of ${occurredAt}`;
  return isFinal
    ? `${theirs} of ${known} is known here too, and ${type} of ${occurredAt} is final`
    : `${theirs} of ${known} is known here too, and ${type} of ${occurredAt} came later`;
}
