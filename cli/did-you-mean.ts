import { closestWord } from '../core/closest-word.ts';

/** `did you mean sendgrid? (expected one of sendgrid, ses)`, or only what was expected when no word is similar. */
export function expectedOneOf(given: string, words: readonly string[], otherwise = ''): string {
  const similar = closestWord(given, words);
  const expected = `expected one of ${words.join(', ')}${otherwise}`;
  return similar ? `did you mean ${similar}? (${expected})` : expected;
}
