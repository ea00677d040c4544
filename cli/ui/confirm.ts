import { exitCodes, Problem } from '../problem.ts';
import type { Terminal } from './terminal.ts';

/**
 * Asks before something that cannot be undone. Throws unless the answer is yes. A script cannot answer, so it must say
 * `--yes`.
 */
export async function confirm(
  consequence: string,
  { yes }: { readonly yes?: boolean },
  terminal: Terminal,
): Promise<void> {
  if (yes) return;
  if (!terminal.ask)
    throw new Problem(
      `${consequence} Nothing was changed: add --yes to go on without a terminal`,
      exitCodes.usage,
    );
  if (!(await isYes(consequence, terminal.ask))) throw stopped;
}

/** The same for something that has an option of its own, which a script must give: undefined without a terminal. */
export async function confirmOnTerminal(
  consequence: string,
  { yes }: { readonly yes?: boolean },
  { ask }: Terminal,
): Promise<true | undefined> {
  if (yes || !ask) return undefined;
  if (!(await isYes(consequence, ask))) throw stopped;
  return true;
}

const stopped = new Problem('stopped by your answer; nothing was changed', exitCodes.no);

async function isYes(consequence: string, ask: NonNullable<Terminal['ask']>): Promise<boolean> {
  return /^y(es)?$/i.test((await ask(`${consequence}\nGo on? [y/N] `)).trim());
}
