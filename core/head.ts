import type { MessageId } from './ids.ts';
import { lastRun, type Run, widerRun } from './soft-bounces.ts';
import type { Evidence, SuppressionEntry } from './suppression.ts';
import type { SuppressionSettings } from './suppression-settings.ts';

/**
 * What decides of all entries of one strand: the latest entry, and when the first one happened. Joining heads is
 * idempotent, commutative and associative, so a head does not depend on the order in which its entries arrive.
 */
export type Head<Entry extends SuppressionEntry = SuppressionEntry> = {
  readonly latest: Entry;
  readonly first: Pick<SuppressionEntry, 'occurredAt' | 'id'>;
  /** Only of soft bounces, and only once their cap was reached. */
  readonly run?: Run;
};

export function headOf<Entry extends SuppressionEntry>(entry: Entry): Head<Entry> {
  return { latest: entry, first: { occurredAt: entry.occurredAt, id: entry.id } };
}

/**
 * Entries of one strand replace each other: a later one decides whatever an earlier one decided. Unsubscribes and
 * resubscribes are kept apart by provider, because a resubscribe ends only unsubscribes of its own provider.
 */
export function strandOf(entry: SuppressionEntry): readonly string[] {
  if (entry.type === 'release')
    return entry.by === undefined ? ['resubscribe', entry.provider ?? ''] : ['release'];
  return entry.cause === 'unsubscribe' ? [entry.cause, entry.provider ?? ''] : [entry.cause];
}

export function joinHeads<Entry extends SuppressionEntry>(one: Head<Entry>, other: Head<Entry>): Head<Entry> {
  const run = widerRun(one.run, other.run);
  return {
    latest: orderOf(one.latest) >= orderOf(other.latest) ? one.latest : other.latest,
    first: firstOrderOf(one.first) <= firstOrderOf(other.first) ? one.first : other.first,
    ...(run && { run }),
  };
}

/** Whether joining `part` would change nothing. */
export function includesHead(head: Head, part: Head): boolean {
  const run = widerRun(head.run, part.run);
  return (
    orderOf(head.latest) >= orderOf(part.latest) &&
    firstOrderOf(head.first) <= firstOrderOf(part.first) &&
    run?.lastStart === head.run?.lastStart &&
    run?.firstReach === head.run?.firstReach
  );
}

/** Decides which entry of a strand is the latest. ASCII, so JavaScript and DynamoDB sort it in the same order. */
export function orderOf({ occurredAt, id, provider, by, messageId }: SuppressionEntry): string {
  // An event and the line of an import that repeats it differ only in the person. The event wins.
  const message = messageId && isShortId(messageId) ? messageId : undefined;
  const parts = [occurredAt, id, encoded(provider), by === undefined ? 1 : 0, encoded(message)];
  return parts.join('#');
}

/**
 * Whether a head contains the id of its message. One question reads several heads, and an id can have 1,900 bytes. The order
 * of entries ignores a longer one, so a head is compared with its history as if it had it.
 */
export function isShortId(messageId: MessageId): boolean {
  return encoded(messageId).length <= maxIdInHead;
}

const maxIdInHead = 300;

function encoded(text = ''): string {
  return encodeURIComponent(text.toWellFormed());
}

export function firstOrderOf({ occurredAt, id }: Head['first']): string {
  return `${occurredAt}#${id}`;
}

/** The heads of a whole history. */
export function headsOf(entries: readonly SuppressionEntry[], settings: SuppressionSettings): Head[] {
  const heads = new Map<string, Head>();
  const softBounces = new Map<string, Evidence[]>();
  for (const entry of entries) {
    const name = JSON.stringify([entry.scope, ...strandOf(entry)]);
    const head = heads.get(name);
    heads.set(name, head ? joinHeads(head, headOf(entry)) : headOf(entry));
    if (entry.type !== 'evidence' || entry.cause !== 'soft_bounce') continue;
    const known = softBounces.get(name);
    if (known) known.push(entry);
    else softBounces.set(name, [entry]);
  }
  for (const [name, bounces] of softBounces) {
    const [head, run] = [heads.get(name), lastRun(bounces, settings)];
    if (head && run) heads.set(name, { ...head, run });
  }
  return [...heads.values()];
}

/** Joins heads of the same scope and strand, such as stored heads and those of rows that were stored without heads. */
export function mergeHeads(heads: readonly Head[]): Head[] {
  const merged = new Map<string, Head>();
  for (const head of heads) {
    const name = JSON.stringify([head.latest.scope, ...strandOf(head.latest)]);
    const other = merged.get(name);
    merged.set(name, other ? joinHeads(other, head) : head);
  }
  return [...merged.values()];
}
