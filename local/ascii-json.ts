/**
 * JSON for the body of a message. AWS takes any character; the emulator refuses those beyond U+FFFF, such as emoji, unless
 * they are escaped. To a reader of JSON that is the same.
 */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
