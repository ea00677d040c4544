import type { StoredFacts } from '../app/ports/lake.ts';
import { prices } from '../cli/cost/prices.ts';
import { mailboxProviderOf } from '../lake/mailbox-provider.ts';

/** Events of one batch: a million events a month, in four shards, collected for five minutes. */
const eventsAtOnce = 29;

/** Counter rows that a batch would update, per event: one for each combination of dimensions. */
export function countersPerEvent(events: readonly StoredFacts[]): number {
  let updates = 0;
  for (let from = 0; from < events.length; from += eventsAtOnce)
    updates += new Set(events.slice(from, from + eventsAtOnce).map(counterOf)).size;
  return updates / events.length;
}

function counterOf(facts: StoredFacts): string {
  const domain = facts.recipient?.split('@')[1] ?? '';
  return JSON.stringify([
    facts.occurredAt.slice(0, 13),
    facts.type,
    facts.provider,
    facts.stream,
    facts.sendingDomain,
    domain,
    mailboxProviderOf(domain),
    facts.template,
    facts.templateVersion,
    facts.tags,
    facts.ipPool,
    'machine' in facts ? facts.machine?.likely : undefined,
  ]);
}

/** A transaction takes two write units for each row. */
export function transactionalPrice(updatesPerEvent: number): string {
  return (2 * updatesPerEvent * prices.tables.standard.writeUnits).toFixed(2);
}
