import type { EmailEvent } from './email-event.ts';

/** What an event means, for people who do not speak SMTP. */
export function meaningOf(event: EmailEvent): string {
  switch (event.type) {
    case 'processed':
      return 'The provider accepted the message and will try to deliver it.';
    case 'deferred':
      return 'The receiving server asked to try again later; the provider does.';
    case 'delivered':
      return 'The receiving server accepted the message.';
    case 'open':
      return event.machine?.likely
        ? 'A program loaded the images; this says nothing about a reader.'
        : 'The message was opened.';
    case 'click':
      return event.machine?.likely
        ? 'A program followed a link; this says nothing about a reader.'
        : 'A link in the message was clicked.';
    case 'soft_bounce':
      return 'It could not be delivered this time: the mailbox is full, the mail was blocked, or time ran out.';
    case 'hard_bounce':
      return 'It can never be delivered: the address does not exist or refuses mail.';
    case 'dropped':
      return event.blames === 'message'
        ? 'The provider did not send it because of the message itself.'
        : 'The provider did not send it because the address is on its suppression list.';
    case 'complaint':
      return 'The recipient marked it as spam.';
    case 'unsubscribe':
      return 'The recipient unsubscribed.';
    case 'resubscribe':
      return 'The recipient subscribed again.';
    case 'unknown':
      return 'The provider reported something that has no effect on the message.';
  }
}
