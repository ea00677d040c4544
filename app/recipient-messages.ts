import type { Address, MessageId } from '../core/ids.ts';
import type { Moment } from '../core/moment.ts';
import type { StatusType } from '../core/precedence.ts';
import type { AskedAddress } from './address-history.ts';
import { type Answer, answer, cursorInvalid, notAnAddress } from './answer.ts';
import { givenListedAddress, givenPageSize, together } from './given.ts';
import type { Cursors, IndexPosition, MessageReader, RecipientMessage } from './ports/store.ts';
import { type ShownLabels, shownLabels } from './shown-labels.ts';

type RecipientQuestion = {
  readonly address: string;
  readonly limit?: number;
  readonly cursor?: string;
};

export type RecipientMessages = {
  readonly recipient: Address;
  /** Newest first. */
  readonly messages: readonly (ShownLabels & {
    readonly messageId: MessageId;
    readonly status: StatusType;
    readonly since: Moment;
    readonly provider: string;
    readonly firstSeenAt: string;
  })[];
  /** For the next page; absent on the last page. */
  readonly cursor?: string;
};

/** The latest messages to an address, with the status of each. */
export async function recipientMessages(
  { address, limit: pageSize, cursor }: RecipientQuestion,
  ports: MessageReader & Cursors,
): Promise<Answer<RecipientMessages>> {
  const given = together({ asked: givenListedAddress(address), limit: givenPageSize(pageSize) });
  if (!given.ok) return given;
  const { asked, limit } = given.value;
  const recipient = asked.address;
  const question = `messages to ${recipient}`;
  const from = cursor === undefined ? undefined : ((await ports.open(question, cursor)) as Position);
  if (cursor !== undefined && !from) return cursorInvalid;
  const { messages, next } = await pageFrom(from ?? { key: recipient }, asked, limit, ports);
  if (asked.isStray && messages.length === 0) return notAnAddress;
  return answer({
    recipient,
    messages: messages.map(({ messageId, firstSeenAt, status: { type, occurredAt, provider, labels } }) => ({
      messageId,
      status: type,
      since: occurredAt,
      provider,
      ...shownLabels(labels),
      firstSeenAt,
    })),
    ...(next && { cursor: await ports.seal(question, next) }),
  });
}

/** Where a page ended: under which key, and after which of its messages. */
type Position = { readonly key: Address; readonly from?: IndexPosition };

/** Reads one key after the other. Almost every address has only one. */
async function pageFrom(
  start: Position,
  { keys }: AskedAddress,
  limit: number,
  ports: MessageReader,
): Promise<{ messages: readonly RecipientMessage[]; next?: Position }> {
  const messages: RecipientMessage[] = [];
  let { from } = start;
  for (const key of keys.slice(Math.max(keys.indexOf(start.key), 0))) {
    if (messages.length === limit) return { messages, next: { key } };
    const page = await ports.messagesTo(key, { limit: limit - messages.length, ...(from && { from }) });
    messages.push(...page.messages);
    if (page.next) return { messages, next: { key, from: page.next } };
    from = undefined;
  }
  return { messages };
}
