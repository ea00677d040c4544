import { foldHeads } from './fold-suppression.ts';
import { type Head, mergeHeads } from './head.ts';
import type { Moment } from './moment.ts';
import type { Cause, Release } from './suppression.ts';
import type { SuppressionSettings } from './suppression-settings.ts';

/** What is left of a history when its address is forgotten: a time, a scope and a cause, and nothing that identifies. */
export type Remnant = {
  readonly scope: string;
  /** Only of unsubscribes and resubscribes, because a resubscribe ends only unsubscribes of its own provider. */
  readonly provider?: string;
  readonly occurredAt: Moment;
} & (
  | { readonly type: 'evidence'; readonly cause: Cause; readonly since: Moment }
  | { readonly type: 'release'; readonly isByPerson: boolean }
);

/**
 * Everything that is in force, and the latest releases: without those, a bounce that was released long ago would suppress
 * again when its report arrives late. Evidence that is not in force is left out, such as soft bounces below their cap.
 */
export function remnantsOf(heads: readonly Head[], settings: SuppressionSettings): Remnant[] {
  const merged = mergeHeads(heads);
  const releases = merged.filter(({ latest }) => latest.type === 'release');
  return merged.flatMap((head): Remnant[] => {
    const { latest } = head;
    if (latest.type === 'release') return [releaseRemnant(latest)];
    const [active] = foldHeads([head, ...releases], settings);
    if (!active) return [];
    const { scope, occurredAt, cause, provider } = latest;
    const names = cause === 'unsubscribe' && provider !== undefined ? { provider } : {};
    return [{ type: 'evidence', cause, scope, occurredAt, since: active.since, ...names }];
  });
}

function releaseRemnant({ scope, occurredAt, by, provider }: Release): Remnant {
  const isByPerson = by !== undefined;
  const names = !isByPerson && provider !== undefined ? { provider } : {};
  return { type: 'release', scope, occurredAt, isByPerson, ...names };
}
