import type { MailfoldWebhook } from './events.ts';

/**
 * Whether an event decides the status of its message and recipient, given the precedence that is stored for them. Events come in no
 * order, and more than once. Whoever stores type and precedence of the events for which this is true, and of no others, has the status
 * that Mailfold has.
 *
 *     if (isNewer(event, row?.precedence)) row = { status: event.type, precedence: event.data.precedence };
 */
export function isNewer(event: MailfoldWebhook, known: string | null | undefined): event is Deciding {
  const precedence = 'precedence' in event.data ? event.data.precedence : undefined;
  // Strings that sort by their characters: ASCII alone, so every database and language agrees.
  return precedence !== undefined && (known === undefined || known === null || precedence > known);
}

/** An event that can set the status of a message. */
type Deciding = Exclude<MailfoldWebhook, { type: 'webhook.test' }> & { data: { precedence: string } };
