import { type Answer, answer, refuse } from './answer.ts';
import type { DeadLetter, DeadLetterQueue, Pace } from './ports/dead-letters.ts';

/** Selects letters by provider and by part of the reason. An empty filter selects all. */
export type LetterFilter = { readonly provider?: string; readonly reason?: string };

export type LetterGroup = {
  readonly provider: string;
  readonly reason: string;
  readonly count: number;
  readonly oldest: string;
};

export type ShownLetter = Omit<DeadLetter, 'sentAt'> & { readonly sentAt: string };

export type Redriven = { readonly moved: number; readonly left: number; readonly dryRun: boolean };

type OnTaken = (count: number) => void;

/** Dead letters by provider and reason, the most frequent first. */
export async function listDeadLetters(
  filter: LetterFilter,
  queue: DeadLetterQueue,
  onTaken?: OnTaken,
): Promise<LetterGroup[]> {
  return withLetters(queue, { filter, onTaken }, (letters) => {
    const groups = Map.groupBy(letters, ({ provider, reason }) => JSON.stringify([provider, reason]));
    return [...groups.values()].flatMap(groupOf).sort((one, other) => other.count - one.count);
  });
}

function groupOf(letters: readonly DeadLetter[]): LetterGroup[] {
  const [first] = letters;
  if (!first) return [];
  const oldest = Math.min(...letters.map(({ sentAt }) => sentAt.getTime()));
  const { provider, reason } = first;
  return [{ provider, reason, count: letters.length, oldest: new Date(oldest).toISOString() }];
}

/** Dead letters with their content. */
export async function showDeadLetters(
  filter: LetterFilter,
  limit: number,
  queue: DeadLetterQueue,
  onTaken?: OnTaken,
): Promise<ShownLetter[]> {
  // With a filter, every letter has to be read to find the matching ones.
  const most = isFilter(filter) ? Number.POSITIVE_INFINITY : limit;
  return withLetters(queue, { filter, most, onTaken }, (letters) =>
    letters.slice(0, limit).map(({ id, provider, reason, sentAt, headers, body }) => ({
      id,
      provider,
      reason,
      sentAt: sentAt.toISOString(),
      headers,
      body,
    })),
  );
}

type RedriveRequest = {
  readonly filter: LetterFilter;
  /** Must be true to send all of them, and the filter empty: a forgotten filter must not send everything. */
  readonly all?: boolean;
  readonly dryRun?: boolean;
};

/** Sends the selected dead letters back to the events queue. */
export async function redriveDeadLetters(
  { filter, all = false, dryRun = false }: RedriveRequest,
  queue: DeadLetterQueue,
  pace: Pace,
): Promise<Answer<Redriven>> {
  if (all === isFilter(filter))
    return refuse('letters-not-chosen', 'expected either all dead letters, or some by provider or reason');
  const total = await queue.depth();
  if (dryRun) {
    const moved = await withLetters(queue, { filter }, (letters) => letters.length);
    return answer({ moved, left: total - moved, dryRun });
  }
  const moved = all ? await queue.sendAllAgain(total, pace) : await sendSomeAgain(filter, queue, pace);
  return answer({ moved, left: await queue.depth(), dryRun });
}

async function sendSomeAgain(filter: LetterFilter, queue: DeadLetterQueue, pace: Pace): Promise<number> {
  const letters = await queue.take(Number.POSITIVE_INFINITY);
  const selected = letters.filter(matches(filter));
  try {
    await queue.sendAgain(selected, pace);
  } finally {
    await queue.handBack(letters.filter((letter) => !selected.includes(letter)));
  }
  return selected.length;
}

/** Takes letters, calls `use` with the selected ones, and hands all of them back even when `use` throws. */
async function withLetters<Result>(
  queue: DeadLetterQueue,
  {
    filter,
    most = Number.POSITIVE_INFINITY,
    onTaken,
  }: { readonly filter: LetterFilter; readonly most?: number; readonly onTaken?: OnTaken },
  use: (letters: readonly DeadLetter[]) => Result,
): Promise<Result> {
  const letters = await queue.take(most, onTaken);
  try {
    return use(letters.filter(matches(filter)));
  } finally {
    await queue.handBack(letters);
  }
}

function isFilter({ provider, reason }: LetterFilter): boolean {
  return provider !== undefined || reason !== undefined;
}

function matches({ provider, reason }: LetterFilter): (letter: DeadLetter) => boolean {
  return (letter) =>
    (provider === undefined || letter.provider === provider) &&
    (reason === undefined || letter.reason.includes(reason));
}
