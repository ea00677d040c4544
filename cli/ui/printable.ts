import { randomUUID } from 'node:crypto';
import { styleText } from 'node:util';

const esc = '\u001b';

/** Stands for the escape of a colour until it is printed. It is random, so that no text from outside can contain it. */
const ownEscape = `\ue000${randomUUID()}`;

/**
 * Control characters, which steer a terminal (C0 except tab, DEL, C1), line separators, and marks that change the direction
 * of text, so that it reads differently from what it says.
 */
const steering =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
  /[\0-\x08\x0a-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** The text with visible escapes, such as `\x1b`, in place of characters that steer a terminal. */
function visible(text: string): string {
  return text.replace(steering, (character) => {
    const code = character.charCodeAt(0);
    return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16)}`;
  });
}

/** The text in a colour. Only `printable` turns it into the escapes of a terminal. */
export function styled(
  style: Parameters<typeof styleText>[0],
  text: string,
  options?: Parameters<typeof styleText>[2],
): string {
  return styleText(style, visible(text), options).replaceAll(esc, ownEscape);
}

/** One line as it may be written to a terminal: our own colours, and nothing else that steers it. */
export function printable(line: string): string {
  return visible(line).replaceAll(ownEscape, esc);
}

/** The same for a text of several lines, which must be our own: a text from outside could add lines to it. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

/** Makes a cell as wide as its column, whatever its colour. */
export function padded(cell: string, width: number): string {
  return cell + ' '.repeat(Math.max(0, width - widthOf(cell)));
}

export function widthOf(cell: string): number {
  return visible(cell).replaceAll(colours, '').length;
}

const colours = new RegExp(`${ownEscape}\\[[0-9;]*m`, 'g');

/** JSON escapes only some of these characters by itself. The value is the same. */
export function jsonText(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, null, indent);
  // JSON has line breaks only between values, never in a string.
  return text.replace(steering, (character) =>
    character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Whether the text would be another one without the characters that steer a terminal. */
export function steers(text: string): boolean {
  return withoutSteering(text) !== text;
}

/** The text without characters that steer a terminal. Line breaks stay, for a format that can hold them. */
export function withoutSteering(text: string): string {
  return text
    .split(/(\r?\n)/)
    .map((part) => (/^\r?\n$/.test(part) ? part : part.replace(steering, '')))
    .join('');
}
