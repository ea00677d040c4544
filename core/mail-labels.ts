import { byteLength, cutToBytes } from './byte-length.ts';
import type { Dimensions } from './email-event.ts';

/** What tells a reader which mail it was. The status keeps it, because events expire much earlier. */
export type MailLabels = Pick<Dimensions, 'template' | 'stream' | 'tags'>;

export const labelNames = ['template', 'stream', 'tags'] as const satisfies readonly (keyof MailLabels)[];

/** In bytes. With these, a status row stays within one write unit of 1 KB. */
const most = { template: 64, stream: 48, tag: 48, tags: 96 };

/** The labels that one event tells, cut to what a status keeps. */
export function labelsOf({ template, stream, tags = [] }: Dimensions): MailLabels {
  const kept = firstTags(tags);
  return {
    ...(template && { template: cutToBytes(template.toWellFormed(), most.template) }),
    ...(stream && { stream: cutToBytes(stream.toWellFormed(), most.stream) }),
    ...(kept.length > 0 && { tags: kept }),
  };
}

function firstTags(tags: readonly string[]): string[] {
  const kept: string[] = [];
  let bytes = 0;
  for (const tag of tags.map((each) => cutToBytes(each.toWellFormed(), most.tag))) {
    bytes += byteLength(tag);
    if (bytes > most.tags) break;
    kept.push(tag);
  }
  return kept;
}

/**
 * A label is a fact of the send, so all events that tell it nearly always tell the same. If they do not, the greater value
 * stays, whichever came first: the join needs no time and no id beside the label.
 */
export function joinLabels(one: MailLabels, other: MailLabels): MailLabels {
  const template = greater(one.template, other.template);
  const stream = greater(one.stream, other.stream);
  const tags = moreTags(one.tags, other.tags);
  return { ...(template && { template }), ...(stream && { stream }), ...(tags && { tags }) };
}

/** Whether joining `other` into `labels` would change nothing. */
export function includesLabels(labels: MailLabels, other: MailLabels): boolean {
  const joined = joinLabels(labels, other);
  return labelNames.every((name) => isSameLabel(joined[name], labels[name]));
}

export function isSameLabel(one: MailLabels[keyof MailLabels], other: typeof one): boolean {
  return (
    one === other || (typeof one === 'object' && typeof other === 'object' && orderOf(one) === orderOf(other))
  );
}

function greater(one: string | undefined, other: string | undefined): string | undefined {
  return one === undefined || (other !== undefined && other > one) ? other : one;
}

/** The longer list. Of two with the same length, the one that sorts later. */
function moreTags(one: MailLabels['tags'], other: MailLabels['tags']): MailLabels['tags'] {
  if (!one || !other) return one ?? other;
  if (one.length !== other.length) return one.length > other.length ? one : other;
  return orderOf(other) > orderOf(one) ? other : one;
}

function orderOf(tags: readonly string[]): string {
  return JSON.stringify(tags);
}
