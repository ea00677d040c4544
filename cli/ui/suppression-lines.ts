import type { CauseSummary } from '../../app/suppression-state.ts';
import { allScopes } from '../../core/suppression.ts';
import { showMoment } from './moments.ts';
import { paint, type Terminal, table } from './terminal.ts';
import { plain, wrapped } from './text.ts';

export function showScope(scope: string): string {
  return scope === allScopes ? 'all mail' : `stream ${plain(scope)}`;
}

type Origin = {
  readonly provider?: string;
  readonly messageId?: string;
  readonly diagnostic?: string;
  readonly by?: string;
  readonly because?: string;
};

/** Where an entry comes from: provider and message, or person and reason. */
export function originOf({ by, because, provider, messageId, diagnostic }: Origin): string {
  const event = [provider, messageId && `message ${messageId}`].filter(Boolean).join(', ');
  const person = by && `by ${by}${because ? `: ${because}` : ''}`;
  return plain([event + (diagnostic ? `: ${diagnostic}` : ''), person].filter(Boolean).join('; '));
}

/** One line per cause, worst first; below it, its latest evidence. */
export function causeLines(causes: readonly CauseSummary[], terminal: Terminal): string[] {
  const heads = table(
    causes.map(({ cause, scope, since, lastEvidence }) => [
      `  ${cause}`,
      showScope(scope),
      // Nobody knows since when it holds, only since when we know it.
      `${lastEvidence.undated ? 'undated, imported' : 'since'} ${showMoment(since)}`,
    ]),
  );
  return causes.flatMap(({ lastEvidence }, index) => {
    const origin = wrapped(originOf(lastEvidence), '    ');
    return [heads[index] ?? '', ...origin.map((line) => paint('dim', line, terminal))];
  });
}

/** Causes on one line: `complaint (all mail), unsubscribe (stream 10)`. */
export function namesOf(causes: readonly CauseSummary[]): string {
  return causes.map(({ cause, scope }) => `${cause} (${showScope(scope)})`).join(', ');
}
