import { exitCodes, Problem } from '../problem.ts';
import { readFile } from '../read-file.ts';
import { printable } from '../ui/printable.ts';
import type { Terminal } from '../ui/terminal.ts';

/** From a file, from standard input, or typed; never from the command line, which other users can see. */
export async function readKey(
  file: string | undefined,
  question: string,
  terminal: Terminal,
): Promise<string> {
  if (file !== undefined) return readFile(file).toString().trim();
  return process.stdin.isTTY ? typed(question, terminal) : (await everythingFrom(process.stdin)).trim();
}

async function everythingFrom(stream: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const chunk of stream) text += String(chunk);
  return text;
}

/** Reads a line without echo. */
function typed(question: string, { error }: Terminal): Promise<string> {
  const { stdin } = process;
  // Before the question: a key that is pasted at once would still be echoed.
  stdin.setRawMode(true);
  stdin.resume();
  error.write(`${printable(question)}: `);
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
