import type { Argument, Option } from 'commander';

const suggested = new WeakMap<Argument | Option, readonly string[]>();

/** Words that a shell completes for an argument or option. Unlike commander's choices, others are allowed too. */
export function suggest<Of extends Argument | Option>(of: Of, words: readonly string[]): Of {
  suggested.set(of, words);
  return of;
}

export function suggestedFor(of: Argument | Option): readonly string[] {
  return of.argChoices ?? suggested.get(of) ?? [];
}
