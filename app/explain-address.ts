import { type EntryFate, explainEntry } from '../core/explain-suppression.ts';
import { foldSuppression } from '../core/fold-suppression.ts';
import { momentFromMillis } from '../core/moment.ts';
import { allScopes } from '../core/suppression.ts';
import { type AskedAddress, historyOf } from './address-history.ts';
import { type Answer, answer } from './answer.ts';
import { givenAddress, givenStream, ifGiven, together } from './given.ts';
import type { Clock, StoredEntry, SuppressionLog } from './ports/store.ts';
import { previewRelease, type ReleasePreview } from './preview-release.ts';
import { type SuppressionState, suppressionState } from './suppression-state.ts';

type WithoutAddress<Entry> = Entry extends unknown ? Omit<Entry, 'address'> : never;

export type AddressExplanation = SuppressionState & {
  /** Oldest first, each entry with its effect. */
  readonly history: readonly (WithoutAddress<StoredEntry> & EntryFate)[];
  /** What a release would change now: of all mail, and of each scope with an active cause. */
  readonly releases: readonly ReleasePreview[];
};

type AddressQuestion = { readonly address: string; readonly stream?: string };

/** Whether an address is suppressed and why, its whole history, and what a release would change. */
export async function explainAddress(
  question: AddressQuestion,
  ports: SuppressionLog & Clock,
): Promise<Answer<AddressExplanation>> {
  const given = together({
    address: givenAddress(question.address),
    stream: ifGiven(question.stream, givenStream),
  });
  return given.ok ? answer(await explanationOf(given.value.address, given.value.stream, ports)) : given;
}

export async function explanationOf(
  asked: AskedAddress,
  stream: string | undefined,
  ports: SuppressionLog & Clock,
): Promise<AddressExplanation> {
  const { settings } = ports;
  const { address } = asked;
  const entries = await historyOf(asked, ports);
  const suppression = foldSuppression(entries, settings);
  const occurredAt = momentFromMillis(ports.now().getTime());
  const scopes = new Set([allScopes, ...suppression.active.map(({ scope }) => scope)]);
  return {
    ...suppressionState(address, suppression, stream),
    history: (suppression.history as readonly StoredEntry[]).map(({ address: _, ...entry }) => ({
      ...entry,
      ...explainEntry({ ...entry, address }, suppression, settings),
    })),
    releases: [...scopes].map((scope) => previewRelease({ address, scope, occurredAt }, entries, settings)),
  };
}
