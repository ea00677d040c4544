import type { EmailEvent } from './email-event.ts';

/** What an event means, for people who do not know SMTP. */
export function meaningOf(event: EmailEvent): string {
  switch (event.type) {
    case 'processed':
      return 'The provider accepted the message and will try to deliver it.';
    case 'deferred':
      return 'The receiving server asked to try again later, and the provider will.';
    case 'delivered':
      return 'The receiving server accepted the message.';
    case 'open':
      return event.machine?.likely
        ? 'A program loaded the images. This does not show that a person read the message.'
        : 'The message was opened.';
    case 'click':
      return event.machine?.likely
        ? 'A program followed a link. This does not show that a person read the message.'
        : 'A link in the message was clicked.';
    case 'soft_bounce':
      if (event.mayBeAutomaticReply)
        return 'The message could not be delivered this time, or this is an automatic reply such as an out-of-office notice. It does not count toward suppression.';
      return 'The message could not be delivered this time: the mailbox is full, the message was blocked, or the provider gave up.';
    case 'hard_bounce':
      return 'The message can never be delivered: the address does not exist or refuses mail.';
    case 'dropped':
      return event.blames === 'message'
        ? 'The provider did not send the message, for a reason that does not concern the address.'
        : 'The provider did not send the message because the address is on its suppression list.';
    case 'complaint':
      return 'The recipient marked the message as spam.';
    case 'unsubscribe':
      return 'The recipient unsubscribed.';
    case 'resubscribe':
      return 'The recipient subscribed again.';
    case 'unknown':
      return 'The provider reported something that does not change the status.';
  }
}
