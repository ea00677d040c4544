import type { AddressExplanation } from '../../app/explain-address.ts';
import type { ReleasePreview } from '../../app/preview-release.ts';
import type { SuppressionSettings } from '../../core/fold-suppression.ts';
import { allScopes } from '../../core/suppression.ts';
import { showMoment } from './moments.ts';
import { causeLines, namesOf, originOf, showScope } from './suppression-lines.ts';
import { paint, print, type Terminal, table } from './terminal.ts';
import { countOf, plain, wrapped } from './text.ts';

type History = AddressExplanation['history'];

export function showAddress(
  { address, suppressed, causes, moreCauses, history, cursor, releases }: AddressExplanation,
  { stream, settings }: { readonly stream?: string; readonly settings: SuppressionSettings },
  terminal: Terminal,
): void {
  const isWhole = causes.some(({ scope }) => scope === allScopes);
  const isFree = stream === undefined ? causes.length === 0 : !suppressed;
  const verdict = isFree
    ? paint('green', 'not suppressed', terminal)
    : paint('red', isWhole || stream !== undefined ? 'suppressed' : 'suppressed in part', terminal);
  const asked = stream === undefined ? '' : ` for ${showScope(stream.trim())}`;
  print(terminal, `${paint('bold', plain(address), terminal)}  ${verdict}${asked}`);
  if (causes.length > 0) print(terminal, '', 'Causes in force, worst first', ...causeLines(causes, terminal));
  if (moreCauses) print(terminal, '  There are more causes, for other streams.');
  print(terminal, '', 'History', ...historyLines(history, settings, terminal));
  if (cursor)
    print(
      terminal,
      '  There is older history: use --limit N (at most 100), or --cursor with the cursor from --json.',
    );
  print(terminal, '', 'What a release would do now', ...releases.flatMap(releaseLines));
}

function historyLines(history: History, settings: SuppressionSettings, terminal: Terminal): string[] {
  const heads = table(
    history.map((entry) => [
      `  ${showMoment(entry.occurredAt)}`,
      entry.type === 'release' ? 'release' : entry.cause,
      showScope(entry.scope),
    ]),
  );
  return history.flatMap((entry, index) => [
    heads[index] ?? '',
    ...wrapped(plain(fateInWords(entry, history, settings)), '    '),
    ...wrapped(plain(`${originOf(entry)}, event ${entry.id}`), '    ').map((line) =>
      paint('dim', line, terminal),
    ),
    ...(entry.firstAt
      ? [paint('dim', `    the last of that day; the first at ${showMoment(entry.firstAt)}`, terminal)]
      : []),
    ...('undated' in entry && entry.undated
      ? [paint('dim', '    undated: the time is that of the import; the list did not say when', terminal)]
      : []),
    paint('dim', `    recorded ${showMoment(entry.recordedAt)}`, terminal),
  ]);
}

function fateInWords(entry: History[number], history: History, settings: SuppressionSettings): string {
  switch (entry.fate) {
    case 'suppresses':
      return 'in force: suppresses the address';
    case 'released': {
      const release = history.find(({ id }) => id === entry.releasedBy);
      const who = release?.by ?? release?.provider ?? 'a provider';
      return `released by ${who} on ${release ? showMoment(release.occurredAt) : 'an unknown date'}`;
    }
    case 'not_enough': {
      const { softBounceCap, softBounceWindowDays } = settings;
      return `not enough: suppression takes soft bounces of ${countOf(softBounceCap, 'message')} within ${countOf(softBounceWindowDays, 'day')}`;
    }
    case 'switched_off':
      return 'no effect: this stack does not suppress for this cause';
    case 'ended':
      return entry.evidenceEnded
        ? `ended ${countOf(entry.evidenceEnded, 'earlier piece')} of evidence`
        : 'ended older evidence';
    case 'ended_nothing':
      return entry.by === undefined
        ? 'ended nothing: a resubscribe ends unsubscribes of its own provider and scope'
        : 'ended nothing: there was no earlier evidence in its scope';
  }
}

function releaseLines({ scope, ends, stays, needsAcknowledgement }: ReleasePreview): string[] {
  const rest = stays.length > 0 ? `; ${namesOf(stays)} would stay` : '; the address would get mail again';
  const warning = needsAcknowledgement ? ' (needs --acknowledge-complaint)' : '';
  const effect = ends.length > 0 ? `would end ${namesOf(ends)}${warning}${rest}` : 'would end nothing';
  return wrapped(`for ${showScope(scope)}: ${effect}`, '  ');
}
