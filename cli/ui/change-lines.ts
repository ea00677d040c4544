import type { AddressChange } from '../../app/change-many.ts';
import { exitCodes } from '../problem.ts';
import { paint, print, printJson, type Terminal } from './terminal.ts';
import { plain } from './text.ts';

/** Shows what became of each address. Returns the exit code: 0 if all of them were changed. */
export function showChanges(
  changes: { readonly results: readonly AddressChange[] },
  done: string,
  { json }: { readonly json?: boolean },
  terminal: Terminal,
): number {
  if (json) printJson(terminal, changes);
  else print(terminal, ...changes.results.map((change) => lineOf(change, done, terminal)));
  return changes.results.every(({ outcome }) => outcome === 'done') ? 0 : exitCodes.no;
}

function lineOf({ address, outcome, detail, suppressed }: AddressChange, done: string, terminal: Terminal) {
  const name = paint('bold', plain(address), terminal);
  if (outcome !== 'done')
    return `${name}  ${paint('yellow', 'not changed', terminal)}: ${plain(detail ?? '')}`;
  const rest = done === 'released' && suppressed ? ', still suppressed: see `mailfold explain`' : '';
  return `${name}  ${done}${rest}`;
}
