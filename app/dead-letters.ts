import type { DeadLetter, DeadLetterQueue, LookBounds, UseLetters } from './ports/dead-letters.ts';
import { noTimeLimit, type TimeLimit } from './ports/time-limit.ts';

/** Selects letters by provider and by part of the reason. An empty filter selects all. */
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
export async function listDeadLetters(request: LookRequest, queue: DeadLetterQueue): Promise<ListedLetters> {
  const groups = new Map<string, LetterGroup>();
  const extent = await lookAt(request, queue, (letters) => {
    for (const letter of letters) {
      const name = JSON.stringify([letter.provider, letter.reason]);
      groups.set(name, withLetter(groups.get(name), letter));
    }
  });
  return { groups: [...groups.values()].sort((one, other) => other.count - one.count), ...extent };
}

function withLetter(group: LetterGroup | undefined, { provider, reason, sentAt }: DeadLetter): LetterGroup {
  const sent = sentAt.toISOString();
  const oldest = group && group.oldest < sent ? group.oldest : sent;
  return { provider, reason, count: (group?.count ?? 0) + 1, oldest };
}

/** Up to `limit` dead letters with their content. */
export async function showDeadLetters(
  request: LookRequest,
  limit: number,
  queue: DeadLetterQueue,
): Promise<ShownLetters> {
  const found: ShownLetter[] = [];
  const timeLimit = request.timeLimit ?? noTimeLimit;
  const hasTime = () => found.length < limit && timeLimit.hasTime();
  const extent = await lookAt({ ...request, timeLimit: { hasTime } }, queue, (letters) => {
    found.push(...letters.slice(0, limit - found.length).map(toShown));
  });
  return { letters: found, ...extent };
}

function toShown({ id, provider, reason, sentAt, headers, body }: DeadLetter): ShownLetter {
  const present = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return { id, provider, reason, sentAt: sentAt.toISOString(), headers: Object.fromEntries(present), body };
}

/** Calls `use` with the selected letters, some at a time. */
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
): Promise<Extent> {
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
      await use(letters.filter(matches(filter)), sendAgain);
      onLookedAt?.(letters.length);
    },
  );
  return { lookedAt, total: Math.max(depth, lookedAt), isComplete };
}

function matches({ provider, reason }: LetterFilter): (letter: DeadLetter) => boolean {
  return (letter) =>
    (provider === undefined || letter.provider === provider) &&
    (reason === undefined || letter.reason.includes(reason));
}
