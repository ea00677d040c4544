import { type Cause, causes } from '../../core/suppression.ts';
import { exitCodes, Problem } from '../problem.ts';

/** What `--cause` says: the cause of all rows, and the causes that words of the file stand for. */
export type GivenCauses = {
  readonly ofAll?: Cause;
  readonly ofWord: ReadonlyMap<string, Cause>;
  /** For rows whose cause nobody says, where it does not matter. */
  readonly ofRest?: Cause;
};

/** The cause of rows that say none. */
export function causeWithout({ ofAll, ofRest }: GivenCauses): Cause | undefined {
  return ofAll ?? ofRest;
}

/** Each is a cause, or a word of the file and the cause that it stands for: `Bounced=hard_bounce`. */
export function readCauses(given: readonly string[]): GivenCauses {
  const ofWord = new Map<string, Cause>();
  const ofAll = new Set<Cause>();
  for (const each of given) {
    const at = each.lastIndexOf('=');
    const cause = knownCause(each.slice(at + 1), each);
    if (at < 0) ofAll.add(cause);
    else ofWord.set(wordKey(each.slice(0, at)), cause);
  }
  const [only, ...others] = ofAll;
  if (others.length > 0)
    throw new Problem(
      `--cause: expected one cause for all rows, found ${[...ofAll].join(' and ')}`,
      exitCodes.usage,
    );
  return { ...(only && { ofAll: only }), ofWord };
}

/** Words are the same in any letter case. */
export function wordKey(word: string): string {
  return word.trim().toLowerCase();
}

function knownCause(text: string, given: string): Cause {
  const cause = causes.find((each) => each === text.trim());
  if (!cause)
    throw new Problem(
      `--cause ${given}: expected a cause (${causes.join(', ')}), or a word of the file and a cause, such as Bounced=hard_bounce`,
      exitCodes.usage,
    );
  return cause;
}
