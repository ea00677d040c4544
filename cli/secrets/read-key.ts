import { readFileSync } from 'node:fs';
import { exitCodes, Problem } from '../problem.ts';
import type { Terminal } from '../ui/terminal.ts';

/** A key from a file, from standard input, or typed by a person: never from the command line, which others can see. */
export async function readKey(
  file: string | undefined,
  question: string,
  terminal: Terminal,
): Promise<string> {
  if (file !== undefined) return readFrom(file);
  return process.stdin.isTTY ? typed(question, terminal) : (await everythingFrom(process.stdin)).trim();
}

function readFrom(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new Problem(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code}`, exitCodes.usage);
  }
}

async function everythingFrom(stream: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const chunk of stream) text += String(chunk);
  return text;
}

/** Without an echo: what is typed appears nowhere. */
function typed(question: string, { error }: Terminal): Promise<string> {
  const { stdin } = process;
  // Before the question: who pastes at once would still be shown what was pasted.
  stdin.setRawMode(true);
  stdin.resume();
  error.write(`${question}: `);
  return new Promise((resolve, reject) => {
    let text = '';
    const end = (act: () => void) => {
      stdin.setRawMode(false);
      stdin.pause();
      stdin.off('data', take);
      error.write('\n');
      act();
    };
    const take = (chunk: Buffer) => {
      for (const character of chunk.toString()) {
        if (character === '\r' || character === '\n') return end(() => resolve(text.trim()));
        if (character === '\u0003')
          return end(() => reject(new Problem('interrupted; nothing was changed', exitCodes.failure)));
        text = character === '\u007f' ? text.slice(0, -1) : text + character;
      }
      return undefined;
    };
    stdin.on('data', take);
  });
}
