import type { EmailEvent } from './email-event.ts';
import type { Address, EventId, MessageId } from './ids.ts';
import type { Moment } from './moment.ts';

/** Reasons not to send to an address, worst first. */
export const causes = [
  'complaint',
  'hard_bounce',
  'dropped',
  'soft_bounce',
  'unsubscribe',
  'manual',
] as const;
export type Cause = (typeof causes)[number];

/** The scope of entries that apply to all mail, whatever its stream. */
export const allScopes = '*';

/** A longer scope could be in no question, and so never be released. */
export const maxScopeLength = 400;

type Entry = {
  readonly address: Address;
  /** `*` for all mail, or the name of one stream, group or list. */
  readonly scope: string;
  readonly occurredAt: Moment;
  /** The id of the event, or of the manual entry. */
  readonly id: EventId;
  readonly provider?: string;
  readonly messageId?: MessageId;
  /** The person who added it, and why; absent for events. */
  readonly by?: string;
  readonly because?: string;
};

export type Evidence = Entry & {
  readonly type: 'evidence';
  readonly cause: Cause;
  readonly diagnostic?: string;
  /** Nobody knows when it happened: a list was imported that does not say it, and `occurredAt` is the time of the import. */
  readonly undated?: true;
};

/** By a person, or without `by`: a provider's resubscribe, which ends only unsubscribes. */
export type Release = Entry & { readonly type: 'release' };

/** One line of an address's history. Lines are only added, and the fold of all lines is the current state. */
export type SuppressionEntry = Evidence | Release;

/** What an event adds to the history of its recipient; undefined for most events. */
export function suppressionEntryOf(event: EmailEvent): SuppressionEntry | undefined {
  if (!event.recipient) return undefined;
  const { recipient: address, occurredAt, id, provider, messageId } = event;
  const entry = { address, occurredAt, id, provider, messageId };
  switch (event.type) {
    case 'complaint':
      return { ...entry, type: 'evidence', cause: 'complaint', scope: allScopes, diagnostic: event.reason };
    case 'hard_bounce':
    case 'soft_bounce':
    case 'dropped':
      if (sparesAddress(event)) return undefined;
      return {
        ...entry,
        type: 'evidence',
        cause: event.type,
        scope: allScopes,
        diagnostic: event.diagnostic ?? event.reason,
      };
    case 'unsubscribe':
      return { ...entry, type: 'evidence', cause: 'unsubscribe', scope: event.scope };
    case 'resubscribe':
      return { ...entry, type: 'release', scope: event.scope };
    default:
      return undefined;
  }
}

/** Bad content or an exceeded quota says nothing about the address, and an out-of-office reply shows that it works. */
function sparesAddress(event: EmailEvent): boolean {
  return (
    (event.type === 'dropped' && event.blames === 'message') ||
    (event.type === 'soft_bounce' && event.mayBeAutomaticReply === true)
  );
}
