import { createHash } from 'node:crypto';
import type { EmailEvent } from '../core/email-event.ts';
import { maxScopeLength } from '../core/suppression.ts';

const keptLength = 300;

/**
 * The event with a scope that fits into a question, and that questions can afford to read: its beginning, and a digest that
 * keeps it apart from others. Real names of streams, groups and lists are far shorter.
 */
export function withShortScope(event: EmailEvent): EmailEvent {
  if (!('scope' in event) || event.scope.length <= maxScopeLength) return event;
  const digest = createHash('sha256').update(event.scope).digest('hex');
  return { ...event, scope: `${event.scope.slice(0, keptLength).toWellFormed()}~${digest}` };
}
