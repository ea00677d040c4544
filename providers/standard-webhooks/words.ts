import type { EventType } from '../../core/email-event.ts';

/** What senders commonly say, without the `email.` in front. A `bounce` may be either kind: its details decide. */
const words: ReadonlyMap<string, EventType | 'bounce'> = new Map([
  ['accepted', 'processed'],
  ['queued', 'processed'],
  ['scheduled', 'processed'],
  ['processed', 'processed'],
  ['send', 'processed'],
  ['sent', 'processed'],
  ['deferred', 'deferred'],
  ['delayed', 'deferred'],
  ['delivery_delayed', 'deferred'],
  ['delivered', 'delivered'],
  ['delivery', 'delivered'],
  ['open', 'open'],
  ['opened', 'open'],
  ['click', 'click'],
  ['clicked', 'click'],
  ['bounce', 'bounce'],
  ['bounced', 'bounce'],
  ['hard_bounce', 'hard_bounce'],
  ['hard_bounced', 'hard_bounce'],
  ['soft_bounce', 'soft_bounce'],
  ['soft_bounced', 'soft_bounce'],
  ['complained', 'complaint'],
  ['complaint', 'complaint'],
  ['spam', 'complaint'],
  ['spam_complaint', 'complaint'],
  ['dropped', 'dropped'],
  ['failed', 'dropped'],
  ['rejected', 'dropped'],
  ['suppressed', 'dropped'],
  ['unsubscribe', 'unsubscribe'],
  ['unsubscribed', 'unsubscribe'],
  ['resubscribe', 'resubscribe'],
  ['resubscribed', 'resubscribe'],
]);

/** The prefix, the letter case and hyphens are looked past: `email.hard-bounce` is `hard_bounce`. */
export function meaningOf(word: string): EventType | 'bounce' {
  const bare = word
    .trim()
    .toLowerCase()
    .replace(/^(email|message|mail)\./, '')
    .replaceAll('-', '_');
  return words.get(bare) ?? 'unknown';
}
