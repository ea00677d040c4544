import { type EntryFate, explainEntry } from '../core/explain-suppression.ts';
import { type ActiveCause, distinct, foldHeads } from '../core/fold-suppression.ts';
import type { Head } from '../core/head.ts';
import type { Address } from '../core/ids.ts';
import { momentFromMillis } from '../core/moment.ts';
import { allScopes } from '../core/suppression.ts';
import { type AskedAddress, headsUnder } from './address-history.ts';
import { type Answer, answer, cursorInvalid, notAnAddress } from './answer.ts';
import { givenListedAddress, givenPageSize, givenStream, ifGiven, limits, together } from './given.ts';
import type { Clock, Cursors, StoredEntry, SuppressionLog } from './ports/store.ts';
import { previewRelease, type ReleasePreview } from './preview-release.ts';
import { type SuppressionState, suppressionState } from './suppression-state.ts';

type WithoutAddress<Entry> = Entry extends unknown ? Omit<Entry, 'address'> : never;

export type AddressExplanation = SuppressionState & {
  /** One page, the newest unless the question has a cursor. Oldest first, each entry with its effect. */
  readonly history: readonly (WithoutAddress<StoredEntry> & EntryFate)[];
  /** For the next, older page of the history; absent on the last page. */
  readonly cursor?: string;
  /** What a release would change now: of all mail, and of scopes with an active cause. */
  readonly releases: readonly ReleasePreview[];
};

type AddressQuestion = {
  readonly address: string;
  readonly stream?: string;
  /** Rows of the history on a page. */
  readonly limit?: number;
  readonly cursor?: string;
};

/** Streams whose release is previewed. */
const maxPreviews = 10;

/** Whether an address is suppressed and why, a page of its history, and what a release would change. */
export async function explainAddress(
  question: AddressQuestion,
  ports: SuppressionLog & Cursors & Clock,
): Promise<Answer<AddressExplanation>> {
  const given = together({
    asked: givenListedAddress(question.address),
    stream: ifGiven(question.stream, givenStream),
    limit: givenPageSize(question.limit),
  });
  if (!given.ok) return given;
  const { asked, ...page } = given.value;
  const { cursor } = question;
  const from = cursor && (await ports.open(questionAbout(asked.address), cursor));
  if (cursor !== undefined && !from) return cursorInvalid;
  const explanation = await explanationOf(asked, { ...page, from }, ports);
  return asked.isStray && !isDecided(explanation) ? notAnAddress : answer(explanation);
}

/** Whether anything stops mail to the address, or somebody has released it. */
function isDecided({ causes, history }: AddressExplanation): boolean {
  return causes.length > 0 || history.some(({ type }) => type === 'release');
}

export async function explanationOf(
  asked: AskedAddress,
  question: { readonly stream?: string; readonly limit?: number; readonly from?: unknown },
  ports: SuppressionLog & Cursors & Clock,
): Promise<AddressExplanation> {
  const { address } = asked;
  const { stream, limit = limits.defaultPageSize, from } = question;
  const { settings } = ports;
  const [{ heads }, page] = await Promise.all([
    headsUnder(asked, {}, ports),
    ports.historyOf(asked.keys, { limit, from }),
  ]);
  const active = foldHeads(heads, settings);
  const history = distinct(page.entries);
  return {
    ...suppressionState(address, { active, isWhole: true }, stream),
    history: history.map(({ address: _, ...entry }) => ({
      ...entry,
      ...explainEntry({ ...entry, address }, { active, heads, history }, settings),
    })),
    ...(page.next !== undefined && { cursor: await ports.seal(questionAbout(address), page.next) }),
    releases: previews(address, heads, active, ports),
  };
}

function questionAbout(address: Address): string {
  return `history ${address}`;
}

function previews(
  address: Address,
  heads: readonly Head[],
  active: readonly ActiveCause[],
  { settings, now }: SuppressionLog & Clock,
): ReleasePreview[] {
  const occurredAt = momentFromMillis(now().getTime());
  const scopes = [...new Set(active.map(({ scope }) => scope))].filter((scope) => scope !== allScopes);
  const previewed = new Set([allScopes, ...scopes.slice(0, maxPreviews)]);
  // A release of one stream changes nothing in another, so the heads of streams without a preview do not matter to it.
  const some = heads.filter(({ latest }) => previewed.has(latest.scope));
  return [...previewed].map((scope) =>
    previewRelease({ address, scope, occurredAt }, scope === allScopes ? heads : some, settings),
  );
}
