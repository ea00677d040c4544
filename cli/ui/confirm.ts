import { createInterface } from 'node:readline/promises';
import { exitCodes, Problem } from '../problem.ts';
import type { Terminal } from './terminal.ts';

/**
 * Asks before something that cannot be undone. Throws unless the answer is yes. A script cannot answer, so it must say
 * `--yes`.
 */
export async function confirm(
  consequence: string,
  { yes }: { readonly yes?: boolean },
  { error }: Terminal,
): Promise<void> {
  if (yes) return;
  if (!process.stdin.isTTY)
    throw new Problem(`${consequence} Nothing was changed; add --yes to go on`, exitCodes.no);
  const lines = createInterface({ input: process.stdin, output: error });
  try {
    const answer = await lines.question(`${consequence} Go on? [y/N] `);
    if (!/^y(es)?$/i.test(answer.trim()))
      throw new Problem('stopped by your answer; nothing was changed', exitCodes.no);
  } finally {
    lines.close();
  }
}
