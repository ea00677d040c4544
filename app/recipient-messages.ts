import type { Address, MessageId } from '../core/ids.ts';
import type { Moment } from '../core/moment.ts';
import type { StatusType } from '../core/precedence.ts';
import { type Answer, answer, cursorInvalid } from './answer.ts';
import { givenAddress, givenPageSize, together } from './given.ts';
import type { Cursors, IndexPosition, MessageReader } from './ports/store.ts';

type RecipientQuestion = {
  readonly address: string;
  readonly limit?: number;
  readonly cursor?: string;
};

export type RecipientMessages = {
  readonly recipient: Address;
  /** Newest first. */
  readonly messages: readonly {
    readonly messageId: MessageId;
    readonly status: StatusType;
    readonly since: Moment;
    readonly provider: string;
    readonly firstSeenAt: string;
  }[];
  /** For the next page; absent on the last page. */
  readonly cursor?: string;
};

/** The latest messages to an address, with the status of each. */
export async function recipientMessages(
  { address, limit: pageSize, cursor }: RecipientQuestion,
  ports: MessageReader & Cursors,
): Promise<Answer<RecipientMessages>> {
  const given = together({ recipient: givenAddress(address), limit: givenPageSize(pageSize) });
  if (!given.ok) return given;
  const { recipient, limit } = given.value;
  const question = `messages of ${recipient}`;
  const from = cursor === undefined ? undefined : ((await ports.open(question, cursor)) as IndexPosition);
  if (cursor !== undefined && !from) return cursorInvalid;
  const { messages, next } = await ports.messagesTo(recipient, { limit, ...(from && { from }) });
  return answer({
    recipient,
    messages: messages.map(({ messageId, firstSeenAt, status: { type, occurredAt, provider } }) => ({
      messageId,
      status: type,
      since: occurredAt,
      provider,
      firstSeenAt,
    })),
    ...(next && { cursor: await ports.seal(question, next) }),
  });
}
