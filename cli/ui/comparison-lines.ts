import { allScopes } from '../../core/suppression.ts';
import type { Comparison, Difference } from '../compare/run-comparison.ts';
import { showScope } from './suppression-lines.ts';
import { numbersTable, paint, type Terminal } from './terminal.ts';
import { countOf, plain, wrapped } from './text.ts';

export function differenceLine(difference: Difference, terminal: Terminal): string[] {
  const { theirs, ours, why } = difference;
  const verdict = `theirs ${theirs}, ours ${ours ?? 'unknown'}`;
  return [
    `${paint('bold', subjectOf(difference), terminal)}  ${paint('yellow', verdict, terminal)}`,
    ...wrapped(plain(why), '    ').map((line) => paint('dim', line, terminal)),
  ];
}

function subjectOf(difference: Difference): string {
  if ('address' in difference) {
    const { address, scope } = difference;
    return plain(scope === allScopes ? address : `${address} (${showScope(scope)})`);
  }
  const { message, recipient } = difference;
  return plain(recipient ? `${message} to ${recipient}` : message);
}

export function comparisonLines(comparison: Comparison, shown: number, terminal: Terminal): string[] {
  const { rows, same, otherCause, differences, kinds, leftOut, badRows } = comparison;
  const hidden = differences - shown;
  const verdict =
    differences === 0 ? paint('green', 'nothing differs', terminal) : countOf(differences, 'difference');
  return [
    ...(hidden > 0 ? [`and ${hidden.toLocaleString('en')} more; --limit shows more of them`] : []),
    `${countOf(rows, 'row')}, ${same} the same, ${verdict}`,
    ...numbersTable(
      kinds.map(({ theirs, ours, rows: count }) => [
        `  theirs ${theirs}, ours ${ours}`,
        count.toLocaleString('en'),
      ]),
    ),
    ...leftOut.map(({ why, rows: count }) => `${countOf(count, 'row')} not compared: ${plain(why)}`),
    ...(otherCause > 0
      ? [`${countOf(otherCause, 'address', 'addresses')} suppressed on both sides, for another cause`]
      : []),
    ...(badRows > 0 ? [paint('yellow', `${countOf(badRows, 'row')} could not be read`, terminal)] : []),
  ];
}
