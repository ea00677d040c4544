import { createInterface } from 'node:readline/promises';
import { exitCodes, Problem } from '../problem.ts';
import { printableLines } from './printable.ts';

/** Asks on standard error, so that the answer of the command stays alone on standard output. Undefined without a terminal. */
export function askerOf(
  input: NodeJS.ReadStream,
  output: NodeJS.WriteStream,
): ((question: string) => Promise<string>) | undefined {
  if (!input.isTTY) return undefined;
  return async (question) => {
    const lines = createInterface({ input, output });
    // Ctrl-C and Ctrl-D close it, and leave the question without an answer.
    const closed = new Promise<never>((_, reject) => {
      lines.once('close', () => {
        output.write('\n');
        reject(new Problem('interrupted; nothing was changed', exitCodes.no));
      });
    });
    try {
      return await Promise.race([lines.question(printableLines(question)), closed]);
    } finally {
      lines.close();
    }
  };
}
