import { type Answer, answer, refuse } from './answer.ts';
import { givenPageSize } from './given.ts';
import type { DeadLetter, DeadLetterQueue, LookBounds, UseLetters } from './ports/dead-letters.ts';
import { noTimeLimit, type TimeLimit } from './ports/time-limit.ts';

/** Selects letters by provider and by part of the reason. A blank part counts as not given; an empty filter selects all. */
export type LetterFilter = { readonly provider?: string; readonly reason?: string };

export type LookRequest = {
  readonly filter: LetterFilter;
  /** Look at all letters, instead of the first `usualLook`. */
  readonly all?: boolean;
  readonly timeLimit?: TimeLimit;
  /**
   * True when the caller asks again until the answer is complete. Letters that were looked at then stay hidden for a minute, so
   * that the next answer is about others.
   */
  readonly isContinued?: boolean;
  readonly onLookedAt?: (count: number) => void;
};

/** How much of the queue an answer is about. */
export type Extent = {
  readonly lookedAt: number;
  /** The number of letters in the queue. SQS only counts approximately. */
  readonly total: number;
  /** False when the bound or the time limit ended the look. */
  readonly isComplete: boolean;
};

export type LetterGroup = {
  readonly provider: string;
  readonly reason: string;
  readonly count: number;
  readonly oldest: string;
};

export type ListedLetters = Extent & { readonly groups: readonly LetterGroup[] };

export type ShownLetter = Omit<DeadLetter, 'sentAt' | 'headers'> & {
  readonly sentAt: string;
  readonly headers: Readonly<Record<string, string>>;
};

export type ShownLetters = Extent & { readonly letters: readonly ShownLetter[] };

/** Letters that are looked at unless all are asked for. It takes seconds. */
export const usualLook = 1_000;

/** Dead letters by provider and reason, the most frequent first. */
export async function listDeadLetters(
  request: LookRequest,
  queue: DeadLetterQueue,
): Promise<Answer<ListedLetters>> {
  const groups = new Map<string, LetterGroup>();
  const extent = await lookAt(request, queue, (letters) => {
    for (const letter of letters) {
      const name = JSON.stringify([letter.provider, letter.reason]);
      groups.set(name, withLetter(groups.get(name), letter));
    }
  });
  if (!extent.ok) return extent;
  const mostFirst = [...groups.values()].sort((one, other) => other.count - one.count);
  return answer({ groups: mostFirst, ...extent.value });
}

function withLetter(group: LetterGroup | undefined, { provider, reason, sentAt }: DeadLetter): LetterGroup {
  const sent = sentAt.toISOString();
  const oldest = group && group.oldest < sent ? group.oldest : sent;
  return { provider, reason, count: (group?.count ?? 0) + 1, oldest };
}

/** Up to `limit` dead letters with their content. */
export async function showDeadLetters(
  { limit: given, ...request }: LookRequest & { readonly limit?: number },
  queue: DeadLetterQueue,
): Promise<Answer<ShownLetters>> {
  const size = givenPageSize(given);
  if (!size.ok) return size;
  const limit = size.value;
  const found: ShownLetter[] = [];
  const timeLimit = request.timeLimit ?? noTimeLimit;
  const hasTime = () => found.length < limit && timeLimit.hasTime();
  const extent = await lookAt({ ...request, timeLimit: { hasTime } }, queue, (letters) => {
    found.push(...letters.slice(0, limit - found.length).map(toShown));
  });
  return extent.ok ? answer({ letters: found, ...extent.value }) : extent;
}

function toShown({ id, provider, reason, sentAt, headers, body }: DeadLetter): ShownLetter {
  const present = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return { id, provider, reason, sentAt: sentAt.toISOString(), headers: Object.fromEntries(present), body };
}

/** Calls `use` with the selected letters, some at a time. Refuses a provider that nobody has heard of. */
export async function lookAt(
  {
    filter,
    all = false,
    timeLimit = noTimeLimit,
    isContinued = false,
    onLookedAt,
    rate,
  }: LookRequest & Pick<LookBounds, 'rate'>,
  queue: DeadLetterQueue,
  use: UseLetters,
): Promise<Answer<Extent>> {
  const chosen = readFilter(filter);
  let matched = 0;
  const depth = await queue.depth();
  const { lookedAt, isComplete } = await queue.look(
    {
      // Bounded in any case: letters that arrive as fast as they are read must not keep the look going.
      most: all ? depth + usualLook : usualLook,
      afterwards: isContinued ? 'hidden' : 'visible',
      rate,
      ...timeLimit,
    },
    async (letters, sendAgain) => {
      const some = letters.filter(matches(chosen));
      matched += some.length;
      await use(some, sendAgain);
      onLookedAt?.(letters.length);
    },
  );
  // Asked only now: letters can also be from a source that the operator has removed.
  if (chosen.provider !== undefined && matched === 0 && isComplete && !queue.isSender(chosen.provider))
    return refuse('provider-unknown', 'expected a provider, or a source of this stack');
  return answer({ lookedAt, total: Math.max(depth, lookedAt), isComplete });
}

export function selectsAll(filter: LetterFilter): boolean {
  const { provider, reason } = readFilter(filter);
  return provider === undefined && reason === undefined;
}

/** A script whose variable is empty has chosen nothing by it. */
function readFilter({ provider, reason }: LetterFilter): LetterFilter {
  return { provider: provider?.trim() || undefined, reason: reason?.trim() || undefined };
}

function matches({ provider, reason }: LetterFilter): (letter: DeadLetter) => boolean {
  return (letter) =>
    (provider === undefined || letter.provider === provider) &&
    (reason === undefined || letter.reason.includes(reason));
}
