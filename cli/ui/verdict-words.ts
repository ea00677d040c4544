import type { TimelineEvent } from '../../app/message-report.ts';

/** How an event affected the status of its message, and what else a reader should know about it. */
export function verdictInWords(event: TimelineEvent): string {
  const verdict = verdictOf(event);
  return event.mayBeAutomaticReply
    ? `${verdict}. It may be an automatic reply, so it does not count toward suppression.`
    : verdict;
}

function verdictOf({ type, providerType, effect, machine }: TimelineEvent): string {
  const winner = effect.lostTo?.type;
  switch (effect.verdict) {
    case 'decided':
      return 'decided: no other event has a higher precedence';
    case 'duplicate':
      return `duplicate: event ${effect.lostTo?.id} of ${effect.lostTo?.provider} says the same`;
    case 'outranked':
      return `lower precedence: ${winner} outranks ${type}, whatever the time`;
    case 'older':
      return `older: ${winner} happened later`;
    case 'lower_rank':
      return `same time, lower rank: ${winner} outranks ${type} of the same time`;
    case 'not_counted':
      return 'not counted: not in the status yet; if it stays so, run `mailfold audit`';
    case 'machine':
      return `opened by a program, not by a person (${machine?.rule}): the status does not count it`;
    case 'no_effect':
      return `no effect on the status: ${whyNoEffect(type, providerType)}`;
  }
}

function whyNoEffect(type: TimelineEvent['type'], providerType: string): string {
  if (type === 'unknown') return `"${providerType}" is not an event type that Mailfold knows`;
  return type === 'unsubscribe' || type === 'resubscribe'
    ? 'it is about the address, not about the message'
    : 'it names no recipient';
}
