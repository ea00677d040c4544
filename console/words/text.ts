const integers = new Intl.NumberFormat('en-US');
const oneDecimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** `12,345`. */
export function count(number: number): string {
  return integers.format(number);
}

/** `1 message`, `2 messages`. */
export function countOf(number: number, noun: string, plural = `${noun}s`): string {
  return `${count(number)} ${number === 1 ? noun : plural}`;
}

/** The part of an ARN that tells who it is; the name of a person as it is. */
export function shortName(name = ''): string {
  return name.startsWith('arn:') ? (name.split(':').at(-1) ?? name) : name;
}

/** Removes control characters: text from strangers could otherwise reorder what stands beside it. */
export function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trim();
}

/**
 * An address or an id, letter for letter: what nobody would see is written as `\u202e`. Left out, or in force, it could make
 * one address look like another.
 */
export function exact(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{DI}]/gu, (character) => {
    const hex = (character.codePointAt(0) ?? 0).toString(16);
    return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`;
  });
}

/** `3.2 s`, `12 min`, `3 h`, `2 days`. */
export function duration(millis: number): string {
  const seconds = Math.abs(millis) / 1_000;
  if (seconds < 1) return `${Math.round(Math.abs(millis))} ms`;
  if (seconds < 10) return `${oneDecimal.format(seconds)} s`;
  if (seconds < 60) return `${Math.floor(seconds)} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 2 * 86_400) return `${Math.floor(seconds / 3_600)} h`;
  return `${Math.floor(seconds / 86_400)} days`;
}

/** `a`, `a and b`, `a, b and c`. */
export function listOf(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}
