import { plain, wrapped } from './text.ts';

/** A numbered step of a guide in Markdown, for a terminal. A command in it gets its own line, so that it can be copied. */
export function stepLines(markdown: string, number: number, indent = ''): string[] {
  const start = `${indent}${number}. `;
  const margin = ' '.repeat(start.length);
  const lines = partsOf(plain(markdown)).flatMap(({ text, isCommand }) =>
    isCommand ? [`${margin}  ${text}`] : wrapped(text, margin),
  );
  return lines.map((line, index) => (index === 0 ? start + line.slice(start.length) : line));
}

type Part = { readonly text: string; readonly isCommand: boolean };

/** A command is code with blanks in it. The full stop behind it would be copied with it, so it is left out. */
function partsOf(markdown: string): Part[] {
  const parts: Part[] = [];
  for (const piece of markdown.split(/(`[^`]*`)/)) {
    const last = parts.at(-1);
    if (/^`.* .*`$/.test(piece)) parts.push({ text: piece.slice(1, -1), isCommand: true });
    else if (last && !last.isCommand) parts[parts.length - 1] = { ...last, text: last.text + piece };
    else parts.push({ text: last ? piece.replace(/^\./, '') : piece, isCommand: false });
  }
  return parts.map(({ text, isCommand }) => ({ text: isCommand ? text : withoutMarks(text), isCommand }));
}

/** The full stop after a URL at the end would be copied with it, too. */
function withoutMarks(markdown: string): string {
  return markdown
    .replace(/`([^`]*)`\.?$|`([^`]*)`/g, '$1$2')
    .replace(/\*{1,2}([^*]+)\*{1,2}/g, '$1')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
}
