import { closestWord } from '../core/closest-word.ts';

/** `did you mean sendgrid?`, or all words when none is similar: `expected one of sendgrid, ses`. */
export function expectedOneOf(given: string, words: readonly string[], otherwise = ''): string {
  const similar = closestWord(given, words);
  return similar ? `did you mean ${similar}?` : `expected one of ${words.join(', ')}${otherwise}`;
}
