import type { EventType } from '../../core/email-event.ts';

/** A `bounce` can be hard or soft: its details decide. */
export type Meaning = EventType | 'bounce';

/** Common event types, without the prefix `email.`. */
const words: readonly [Meaning, readonly string[]][] = [
  ['processed', ['accepted', 'queued', 'scheduled', 'processed', 'send', 'sent']],
  ['deferred', ['deferred', 'delayed', 'delivery_delayed']],
  ['delivered', ['delivered', 'delivery']],
  ['open', ['open', 'opened']],
  ['click', ['click', 'clicked']],
  ['bounce', ['bounce', 'bounced']],
  ['hard_bounce', ['hard_bounce', 'hard_bounced']],
  ['soft_bounce', ['soft_bounce', 'soft_bounced']],
  ['complaint', ['complained', 'complaint', 'spam', 'spam_complaint']],
  ['dropped', ['dropped', 'failed', 'rejected', 'suppressed']],
  ['unsubscribe', ['unsubscribe', 'unsubscribed']],
  ['resubscribe', ['resubscribe', 'resubscribed']],
];

const meanings: ReadonlyMap<string, Meaning> = new Map(
  words.flatMap(([meaning, said]) => said.map((word): [string, Meaning] => [word, meaning])),
);

/** Ignores the prefix, letter case and hyphens: `email.hard-bounce` is `hard_bounce`. */
export function meaningOf(word: string): Meaning {
  const bare = word
    .trim()
    .toLowerCase()
    .replace(/^(email|message|mail)\./, '')
    .replaceAll('-', '_');
  return meanings.get(bare) ?? 'unknown';
}
