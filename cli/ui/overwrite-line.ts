import { styleText } from 'node:util';
import { printable } from './printable.ts';
import type { Style } from './terminal.ts';

type Screen = { write(text: string): unknown; readonly columns?: number };

/** Replaces the line that the cursor is in. */
export function overwriteLine(screen: Screen, line: string, style?: Style): void {
  const text = cut([...printable(line)], columnsOf(screen));
  screen.write(`\r\u001b[K${style ? styleText(style, text) : text}`);
}

/** A longer line would wrap, and only its last row could be replaced: the terminal would fill with the others. */
export function columnsOf({ columns }: Screen): number {
  // The last column stays empty, because some terminals wrap as soon as it is filled. Some tell no width, or zero.
  return columns ? columns - 1 : Infinity;
}

function cut(characters: readonly string[], most: number): string {
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : characters.join('');
}
