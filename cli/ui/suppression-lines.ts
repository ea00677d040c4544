import type { ActiveCause } from '../../core/fold-suppression.ts';
import { everything, type SuppressionEntry } from '../../core/suppression.ts';
import { showMoment } from './moments.ts';
import { paint, type Terminal, table } from './terminal.ts';

const lineWidth = 80;

export function showScope(scope: string): string {
  return scope === everything ? 'all mail' : `stream ${plain(scope)}`;
}

/** To the second: enough for people, and a list with it fits the screen. */
export function showSecond(iso: string): string {
  return showMoment(iso).slice(0, 19);
}

/** Where an entry comes from: a person and a reason, or a provider and a message. */
export function originOf(entry: SuppressionEntry): string {
  const { by, because, provider, messageId } = entry;
  const event = [provider, messageId && `message ${messageId}`].filter(Boolean).join(', ');
  const person = by && `by ${by}${because ? `: ${because}` : ''}`;
  const diagnostic = entry.type === 'evidence' && entry.diagnostic ? `: ${entry.diagnostic}` : '';
  return plain([event + diagnostic, person].filter(Boolean).join('; '));
}

/** Each cause on a line, worst first, and under it what it rests on. */
export function activeLines(active: readonly ActiveCause[], terminal: Terminal): string[] {
  const heads = table(
    active.map(({ cause, scope, since }) => [`  ${cause}`, showScope(scope), `since ${showSecond(since)}`]),
  );
  return active.flatMap(({ evidence }, index) => {
    const last = evidence.at(-1);
    const more = evidence.length > 1 ? ` (the last of ${evidence.length})` : '';
    const origin = last ? wrapped(`${originOf(last)}${more}`, '    ') : [];
    return [heads[index] ?? '', ...origin.map((line) => paint('dim', line, terminal))];
  });
}

/** What others wrote, made fit for one line of a terminal: control characters could do more than be shown. */
export function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trim();
}

/** Broken at blanks, each line indented. */
export function wrapped(text: string, indent: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= lineWidth)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(indent + word);
  }
  return lines;
}

/** An active cause as programs read it. */
export function activeAsJson({ cause, scope, since, evidence }: ActiveCause) {
  const last = evidence.at(-1);
  return { cause, scope, since, latest: last?.occurredAt ?? since, evidence };
}
