import { type EntryFate, fateOf } from '../../core/explain-suppression.ts';
import { type ActiveCause, foldSuppression, type SuppressionSettings } from '../../core/fold-suppression.ts';
import { type Address, toEventId } from '../../core/ids.ts';
import { momentFromMillis } from '../../core/moment.ts';
import { outcomeOfRelease } from '../../core/release-outcome.ts';
import { everything, type Release } from '../../core/suppression.ts';
import type { StoredEntry } from '../../store/suppression-row.ts';
import { showMoment } from './moments.ts';
import { activeLines, originOf, plain, showScope, wrapped } from './suppression-lines.ts';
import { paint, print, type Terminal, table } from './terminal.ts';

type PossibleRelease = {
  readonly scope: string;
  readonly ends: readonly ActiveCause[];
  readonly stays: readonly ActiveCause[];
};

export type ExplainedAddress = {
  readonly address: Address;
  readonly active: readonly ActiveCause[];
  /** Oldest first, each with what became of it. */
  readonly history: readonly (StoredEntry & EntryFate)[];
  readonly releaseNow: readonly PossibleRelease[];
};

export function addressExplained(
  address: Address,
  entries: readonly StoredEntry[],
  settings: SuppressionSettings,
  now: Date,
): ExplainedAddress {
  const suppression = foldSuppression(entries, settings);
  const scopes = new Set([everything, ...suppression.active.map(({ scope }) => scope)]);
  const releaseOf = (scope: string): Release => ({
    type: 'release',
    address,
    scope,
    occurredAt: momentFromMillis(now.getTime()),
    id: toEventId('a-release-now'),
  });
  return {
    address,
    active: suppression.active,
    history: (suppression.history as readonly StoredEntry[]).map((entry) => ({
      ...entry,
      ...fateOf(entry, suppression, settings),
    })),
    releaseNow: [...scopes].map((scope) => {
      const { ended, stays } = outcomeOfRelease(entries, releaseOf(scope), settings);
      return { scope, ends: ended, stays };
    }),
  };
}

export function showAddress(explained: ExplainedAddress, terminal: Terminal): void {
  const { address, active, history, releaseNow } = explained;
  const isWhole = active.some(({ scope }) => scope === everything);
  const verdict =
    active.length === 0
      ? paint('green', 'one may send', terminal)
      : paint('red', isWhole ? 'suppressed' : 'suppressed in part', terminal);
  print(terminal, `${paint('bold', plain(address), terminal)}  ${verdict}`);
  if (active.length > 0) print(terminal, '', 'Active, worst first', ...activeLines(active, terminal));
  print(terminal, '', 'History', ...historyLines(history, terminal));
  print(terminal, '', 'A release now', ...releaseNow.flatMap((each) => releaseLines(each)));
}

function historyLines(history: ExplainedAddress['history'], terminal: Terminal): string[] {
  const heads = table(
    history.map((entry) => [
      `  ${showMoment(entry.occurredAt)}`,
      entry.type === 'release' ? 'release' : entry.cause,
      showScope(entry.scope),
    ]),
  );
  return history.flatMap((entry, index) => [
    heads[index] ?? '',
    ...wrapped(plain(`${entry.fate}: ${entry.why}`), '    '),
    ...wrapped(plain(`${originOf(entry)}, event ${entry.id}`), '    ').map((line) =>
      paint('dim', line, terminal),
    ),
    paint('dim', `    recorded ${showMoment(entry.recordedAt)}`, terminal),
  ]);
}

function releaseLines({ scope, ends, stays }: PossibleRelease): string[] {
  const named = (causes: readonly ActiveCause[]) =>
    causes.map((each) => `${each.cause} (${showScope(each.scope)})`).join(', ');
  const rest = stays.length > 0 ? `; ${named(stays)} would stay` : '; one may send then';
  const said = ends.length > 0 ? `would end ${named(ends)}${rest}` : 'would end nothing';
  return wrapped(`of ${showScope(scope)} ${said}`, '  ');
}
