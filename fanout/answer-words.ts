/** What is kept of an answer: enough to recognise an error message. */
const mostCharacters = 200;

/**
 * The beginning of an endpoint's answer as the delivery log keeps it: on one line, without control characters, and without anything
 * that looks like an address, because some servers repeat what they were sent.
 */
export function answerWords(answer: string): string {
  return answer
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/[^\s"'<>(),:;=&?]+(?:@|%40|\\u0040|&#0*64;|&commat;)[^\s"'<>(),:;=&?]*/gi, '(address)')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
    .slice(0, mostCharacters)
    .toWellFormed();
}
