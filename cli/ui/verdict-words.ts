import type { TimelineEvent } from '../../app/message-status.ts';

/** What an event had to do with the status of its message, for people. */
export function verdictInWords({ type, providerType, effect }: TimelineEvent): string {
  const winner = effect.lostTo?.type;
  switch (effect.verdict) {
    case 'decided':
      return 'decided: no other event has a higher precedence';
    case 'duplicate':
      return `duplicate: event ${effect.lostTo?.id} says the same`;
    case 'outranked':
      return `lower precedence: ${winner} outranks ${type}, whatever the time`;
    case 'older':
      return `older: ${winner} happened later`;
    case 'lower_rank':
      return `same instant, lower rank: within one instant ${winner} comes after ${type}`;
    case 'not_counted':
      return 'not counted: the status does not include it (yet); see mailfold audit';
    case 'no_effect':
      return `no effect on the status: ${whyNoEffect(type, providerType)}`;
  }
}

function whyNoEffect(type: TimelineEvent['type'], providerType: string): string {
  if (type === 'unknown') return `"${providerType}" is an event type without effect`;
  return type === 'unsubscribe' || type === 'resubscribe'
    ? 'it is about the address, not about what became of the message'
    : 'the provider does not say whom it is about';
}
