import type { MessageStatus } from '../../core/fold-status.ts';
import type { Address, MessageId } from '../../core/ids.ts';

/** For comparing many messages with what others say about them. */
export type StatusReader = {
  /** One answer for each question, in the same order; undefined when there is no status. */
  statusesOf(
    questions: readonly { readonly messageId: MessageId; readonly recipient: Address }[],
  ): Promise<readonly (MessageStatus | undefined)[]>;
  /** All recipients of a message that have a status. */
  recipientsOf(
    messageId: MessageId,
  ): Promise<readonly { readonly recipient: Address; readonly status: MessageStatus }[]>;
};
