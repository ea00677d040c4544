import { covers, foldSuppression } from '../core/fold-suppression.ts';
import type { Evidence } from '../core/suppression.ts';
import type { SuppressionLog } from './ports/store.ts';
import { type LineContext, lineOf, readLine, type SuppressionLine } from './suppression-line.ts';

/** Yields one line for each piece of evidence of every active cause, without holding the whole list in memory. */
export async function* exportSuppressions(
  log: SuppressionLog,
  onRead: (rows: number) => void,
): AsyncGenerator<SuppressionLine> {
  for await (const entries of log.allHistories(onRead)) {
    const { active, history } = foldSuppression(entries, log.settings);
    const releases = history.filter((entry) => entry.type === 'release');
    for (const { cause, scope } of active)
      for (const entry of history) {
        const isOfCause = entry.type === 'evidence' && entry.cause === cause && entry.scope === scope;
        if (isOfCause && !releases.some((release) => covers(release, entry))) yield lineOf(entry);
      }
  }
}

/** A line of a file, or what is wrong with it. */
type GivenLine = { readonly line: number } & (
  | { readonly fields: Partial<SuppressionLine> }
  | { readonly problem: string }
);

export type ImportReport = {
  readonly added: number;
  readonly unchanged: number;
  readonly bad: readonly { readonly line: number; readonly problem: string }[];
};

/** Rows to look for a line that has no time of its own. */
const rowsSearched = 200;
/** Lines that are imported in parallel. */
const linesInFlight = 16;

/** Adds each line to the history of its address. A line that was imported before changes nothing. */
export async function importSuppressions(
  lines: AsyncIterator<GivenLine>,
  context: Omit<LineContext, 'causes'>,
  log: SuppressionLog,
): Promise<ImportReport> {
  const counts = { added: 0, unchanged: 0 };
  const bad: { line: number; problem: string }[] = [];
  const worker = async () => {
    for (let next = await lines.next(); !next.done; next = await lines.next()) {
      const result = await importLine(next.value, { ...context, causes: log.settings.causes }, log);
      if (typeof result === 'object') bad.push({ line: next.value.line, problem: result.problem });
      else counts[result] += 1;
    }
  };
  await Promise.all(Array.from({ length: linesInFlight }, worker));
  return { ...counts, bad: bad.sort((one, other) => one.line - other.line) };
}

async function importLine(
  given: GivenLine,
  context: LineContext,
  log: SuppressionLog,
): Promise<'added' | 'unchanged' | { problem: string }> {
  if ('problem' in given) return given;
  let line: ReturnType<typeof readLine>;
  try {
    line = readLine(given.fields, context);
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
  const { evidence, isTimed } = line;
  const isKnown = !isTimed && (await isInHistory(evidence, log));
  return !isKnown && (await log.record(evidence)) ? 'added' : 'unchanged';
}

/** Looks at the heads and at the newest part of the history, however long it is. */
async function isInHistory({ address, scope, id }: Evidence, log: SuppressionLog): Promise<boolean> {
  const { heads } = await log.headsOf(address, { stream: scope, limit: rowsSearched });
  if (heads.some(({ latest, first }) => latest.id === id || first.id === id)) return true;
  const { entries } = await log.historyOf([address], { limit: rowsSearched });
  return entries.some((entry) => entry.id === id);
}
