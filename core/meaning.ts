import type { StoredEvent } from '../store/event-row.ts';

/** What an event means, for those who do not speak SMTP. */
export function meaningOf(event: StoredEvent): string {
  switch (event.type) {
    case 'processed':
      return 'The provider took the message and will try to deliver it.';
    case 'deferred':
      return 'The receiving server asked for patience; the provider tries again.';
    case 'delivered':
      return 'The receiving server took the message.';
    case 'open':
      return event.machine?.likely
        ? 'A program loaded the pictures; it says nothing about a reader.'
        : 'The message was opened.';
    case 'click':
      return event.machine?.likely
        ? 'A program followed a link; it says nothing about a reader.'
        : 'A link in the message was followed.';
    case 'soft_bounce':
      return 'It could not be delivered this time: a full mailbox, a block, or a timeout.';
    case 'hard_bounce':
      return 'It can never be delivered: the address does not exist or refuses mail.';
    case 'dropped':
      return event.blames === 'message'
        ? 'The provider did not send it, because of the message itself.'
        : 'The provider did not send it, because the address is on its list.';
    case 'complaint':
      return 'The recipient called it spam.';
    case 'unsubscribe':
      return 'The recipient wants no more of this.';
    case 'resubscribe':
      return 'The recipient wants to receive this again.';
    case 'unknown':
      return 'The provider reported something that has no effect on the message.';
  }
}
