import type { EmailEvent, EventType } from './email-event.ts';

/**
 * What other programs are told, under the names that users of Resend know. A drop has two names, because it matters to a sender
 * whether the address or the message was at fault.
 */
const names = {
  processed: 'email.sent',
  deferred: 'email.delivery_delayed',
  delivered: 'email.delivered',
  open: 'email.opened',
  click: 'email.clicked',
  soft_bounce: 'email.soft_bounced',
  hard_bounce: 'email.bounced',
  complaint: 'email.complained',
  unsubscribe: 'email.unsubscribed',
  resubscribe: 'email.resubscribed',
  unknown: 'email.unknown',
} as const satisfies Record<Exclude<EventType, 'dropped'>, string>;

const dropNames = { address: 'email.suppressed', message: 'email.failed' } as const;

export type AnnouncedType = (typeof names)[keyof typeof names] | (typeof dropNames)[keyof typeof dropNames];

export const announcedTypes: readonly AnnouncedType[] = [
  ...Object.values(names),
  ...Object.values(dropNames),
];

/** What an event needs for its name. */
type Named =
  | { readonly type: Exclude<EventType, 'dropped'> }
  | Pick<Extract<EmailEvent, { type: 'dropped' }>, 'type' | 'blames'>;

export function announcedTypeOf(event: Named): AnnouncedType {
  return event.type === 'dropped' ? dropNames[event.blames] : names[event.type];
}
