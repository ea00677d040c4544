import type { EmailEvent } from '../core/email-event.ts';

/** The fields of an event that do not depend on its type. */
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

/** The type of an event and the fields that depend on it. The mapping tables of the providers return it. */
export type Outcome = WithoutFacts<EmailEvent>;
