import type { EmailEvent } from '../core/email-event.ts';

/** What a normalizer says of every event, whatever happened. */
type CommonFact =
  | 'id'
  | 'provider'
  | 'providerType'
  | 'messageId'
  | 'recipient'
  | 'recipientAsGiven'
  | 'occurredAt'
  | 'payload';

type WithoutFacts<Event> = Event extends EmailEvent ? Omit<Event, CommonFact> : never;

/** What happened, in our words: what a provider's mapping table gives for one of the provider's own. */
export type Outcome = WithoutFacts<EmailEvent>;
