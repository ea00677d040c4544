import { foldHeads } from '../core/fold-suppression.ts';
import type { Address } from '../core/ids.ts';
import type { Moment } from '../core/moment.ts';
import { type Cause, causes } from '../core/suppression.ts';
import { type Answer, answer, cursorInvalid } from './answer.ts';
import { givenCause, givenDomain, givenPageSize, givenTime, ifGiven, limits, together } from './given.ts';
import type { Cursors, ListedEvidence, ListPosition, SuppressionLog } from './ports/store.ts';
import type { TimeLimit } from './ports/time-limit.ts';
import { type SuppressionState, suppressionState } from './suppression-state.ts';

type ListQuestion = {
  readonly reason?: string;
  /** Only addresses with active evidence from this time on. */
  readonly since?: string;
  /** Only addresses of this domain. */
  readonly domain?: string;
  readonly limit?: number;
  readonly cursor?: string;
};

type Wanted = {
  readonly reason?: Cause;
  readonly since?: Moment;
  readonly domain?: string;
  readonly limit: number;
};

export type SuppressionPage = {
  readonly suppressions: readonly SuppressionState[];
  /** For the next page; absent on the last page. */
  readonly cursor?: string;
};

/** Heads to read for one address: its position in the list is that of the newest of these. */
const headsPerAddress = 100;
/** Addresses that are read at the same time. */
const addressesAtOnce = 20;
/**
 * Evidence to look at for one page. Released addresses stay in the index, so a page can be shorter than its limit. It is also
 * shorter when time is up.
 */
const maxLooks = 2_000;
/** For a list of one domain: evidence to look at for one page, and at once. */
const looksForDomain = { most: 20_000, pageSize: 500 };

/** The suppressed addresses, newest evidence first. */
export async function listSuppressions(
  { reason, since, domain, limit, cursor }: ListQuestion,
  ports: SuppressionLog & Cursors & TimeLimit,
): Promise<Answer<SuppressionPage>> {
  const given = together({
    reason: ifGiven(reason, givenCause),
    since: ifGiven(since, givenTime),
    domain: ifGiven(domain, givenDomain),
    limit: givenPageSize(limit),
  });
  if (!given.ok) return given;
  const wanted = given.value;
  const question = questionFor(wanted);
  const from = cursor === undefined ? undefined : ((await ports.open(question, cursor)) as ListPosition);
  if (cursor !== undefined && !from) return cursorInvalid;
  const { found, next } = await pageFrom(from, wanted, ports);
  return answer({ suppressions: found, ...(next && { cursor: await ports.seal(question, next) }) });
}

/** A cursor is good for the same question only. */
function questionFor({ reason, since, domain }: Wanted): string {
  return `suppressions ${reason ?? ''} ${since ?? ''}${domain === undefined ? '' : ` ${domain}`}`;
}

/**
 * The same, but goes on until the page is full or the list ends. A page of `listSuppressions` can be empty although the list goes
 * on, when very many addresses were released; a person would take it for the whole answer.
 */
export async function listFullPage(
  question: ListQuestion,
  ports: SuppressionLog & Cursors & TimeLimit,
): Promise<Answer<SuppressionPage>> {
  const page = await listSuppressions(question, ports);
  if (!page.ok) return page;
  const { suppressions, cursor } = page.value;
  const { limit = limits.defaultPageSize } = question;
  const missing = limit - suppressions.length;
  if (cursor === undefined || missing === 0) return page;
  const rest = await listFullPage({ ...question, limit: missing, cursor }, ports);
  if (!rest.ok) return rest;
  return answer({ ...rest.value, suppressions: [...suppressions, ...rest.value.suppressions] });
}

/**
 * An address is listed only at the position of its newest evidence. So a page can end anywhere, and the next page neither
 * repeats nor skips an address.
 */
async function pageFrom(
  from: ListPosition | undefined,
  { reason, since, domain, limit }: Wanted,
  ports: SuppressionLog & TimeLimit,
): Promise<{ found: SuppressionState[]; next?: ListPosition }> {
  const wanted = reason ? [reason] : causes;
  const found: SuppressionState[] = [];
  const looked = new Map<Address, Promise<Candidate>>();
  let last = from;
  let looks = 0;
  // Most addresses are of another domain. Those are passed over without reading them.
  const { most, pageSize } =
    domain === undefined ? { most: maxLooks, pageSize: Math.ceil(limit / 4) + 5 } : looksForDomain;
  const range = { pageSize, ...(since && { since }), ...(from && { from }) };
  for await (const { place, position, candidate } of withCandidates(
    ports.newestEvidence(wanted, range),
    (address) => {
      if (domain !== undefined && !address.endsWith(`@${domain}`)) return nobody;
      const known = looked.get(address) ?? candidateFor(address, wanted, since, ports);
      looked.set(address, known);
      return known;
    },
  )) {
    const isListed = candidate?.isWanted === true && candidate.place === place;
    // The first look is always done, so that every page leads on.
    const isOver = looks === most || (looks > 0 && !ports.hasTime());
    if (isOver || (found.length === limit && isListed)) return { found, ...(last && { next: last }) };
    looks += 1;
    if (isListed) found.push(candidate.state);
    if (found.length < limit || isListed) last = position;
  }
  return { found };
}

/** The evidence with its candidates, in order. Reads several addresses at the same time. */
async function* withCandidates(
  evidence: AsyncIterable<ListedEvidence>,
  candidateOf: (address: Address) => Promise<Candidate | undefined>,
): AsyncGenerator<ListedEvidence & { readonly candidate: Candidate | undefined }> {
  let ahead: ListedEvidence[] = [];
  const looked = () =>
    Promise.all(ahead.map(async (each) => ({ ...each, candidate: await candidateOf(each.address) })));
  for await (const each of evidence) {
    ahead.push(each);
    if (ahead.length < addressesAtOnce) continue;
    yield* await looked();
    ahead = [];
  }
  yield* await looked();
}

const nobody = Promise.resolve(undefined);

type Candidate = {
  /** The place of its newest evidence. */
  readonly place: string | undefined;
  readonly isWanted: boolean;
  readonly state: SuppressionState;
};

async function candidateFor(
  address: Address,
  wanted: readonly Cause[],
  since: Moment | undefined,
  ports: SuppressionLog,
): Promise<Candidate> {
  const { heads, isWhole } = await ports.headsOf(address, { limit: headsPerAddress });
  const active = foldHeads(heads, ports.settings);
  const newest = heads
    .flatMap(({ latest, place }) =>
      place !== undefined && latest.type === 'evidence' && wanted.includes(latest.cause)
        ? [{ place, order: JSON.stringify([latest.occurredAt, place]) }]
        : [],
    )
    .reduce<{ place?: string; order: string }>((one, other) => (one.order > other.order ? one : other), {
      order: '',
    });
  return {
    place: newest.place,
    // Evidence may have been released since.
    isWanted: active.some(
      ({ cause, lastEvidence }) => wanted.includes(cause) && (!since || lastEvidence.occurredAt >= since),
    ),
    state: suppressionState(address, { active, isWhole }),
  };
}
