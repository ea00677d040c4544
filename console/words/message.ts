import type { RecipientStatus, TimelineEvent } from '../types.ts';
import { outcomes } from './outcomes.ts';

/** What became of the message, for someone who has never seen an SMTP reply. */
export function statusSentence(status: RecipientStatus['status']): string {
  switch (status) {
    case null:
      return 'Nothing is known yet.';
    case 'processed':
      return 'On its way: the provider took the message and has not reported a delivery.';
    case 'deferred':
      return 'Delayed: the receiving server asked to try later, and the provider keeps trying.';
    case 'soft_bounce':
      return 'Not delivered: the receiving server refused it for now.';
    case 'delivered':
      return 'Delivered: the receiving server took the message.';
    case 'open':
      return 'Delivered and opened.';
    case 'click':
      return 'Delivered, and a link was clicked.';
    case 'dropped':
      return 'Not sent: the provider did not try to deliver it.';
    case 'hard_bounce':
      return 'Not delivered: the receiving server refused it for good.';
    case 'complaint':
      return 'Delivered, and reported as spam.';
  }
}

/** Why an event decided the status, or why it did not. */
export function whyOf({ type, providerType, effect, machine }: TimelineEvent): string {
  const own = outcomes[type].word;
  const winner = effect.lostTo ? outcomes[effect.lostTo.type].word : '';
  switch (effect.verdict) {
    case 'decided':
      return 'Decided the status: no other event outranks it.';
    case 'duplicate':
      return `Says the same as event ${effect.lostTo?.id} of ${effect.lostTo?.provider}.`;
    case 'outranked':
      return `Did not decide: “${winner}” outranks “${own}”, whichever comes first.`;
    case 'older':
      return `Did not decide: “${winner}” happened later.`;
    case 'lower_rank':
      return `Did not decide: “${winner}” happened at the same time and outranks “${own}”.`;
    case 'not_counted':
      return 'Not in the status yet. If this stays so, an operator can run mailfold audit.';
    case 'machine':
      return `Did not decide: a program opened it, not a person (${machine?.rule}).`;
    case 'no_effect':
      return whyNoEffect(type, providerType);
  }
}

function whyNoEffect(type: TimelineEvent['type'], providerType: string): string {
  if (type === 'unknown') return `Did not decide: “${providerType}” is not an event that Mailfold knows.`;
  return type === 'unsubscribe' || type === 'resubscribe'
    ? 'Did not decide: it is about the address, not about the message.'
    : 'Did not decide: it names no recipient.';
}
