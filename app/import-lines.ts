import type { Evidence } from '../core/suppression.ts';
import { type Answer, answer, refuse } from './answer.ts';
import { givenName, givenReason, limits, together } from './given.ts';
import type { BadRow } from './import-suppressions.ts';
import type { Clock, LineIds, SuppressionLog } from './ports/store.ts';
import { type LineContext, readLine, type SuppressionLine } from './suppression-line.ts';

type ImportRequest = {
  readonly lines: readonly Partial<SuppressionLine>[];
  readonly by: string;
  /** For lines that do not say it. */
  readonly because: string;
};

export type ImportedLines = {
  readonly added: number;
  readonly unchanged: number;
  readonly bad: readonly BadRow[];
};

/** Rows to look through for a line that has no time of its own. */
const rowsSearched = 200;

/**
 * Adds some lines of a list, as `import-suppressions.ts` adds whole files. Whoever asks is named for each of them: a file must not
 * speak for somebody else.
 */
export async function importLines(
  { lines, ...request }: ImportRequest,
  ports: SuppressionLog & Clock & LineIds,
): Promise<Answer<ImportedLines>> {
  const given = together({ by: givenName(request.by), because: givenReason(request.because) });
  if (!given.ok) return given;
  if (lines.length < 1 || lines.length > limits.importedLines)
    return refuse('lines-invalid', `expected 1 to ${limits.importedLines} lines`);
  const { by, because } = given.value;
  const context = { by, now: ports.now(), idOf: ports.idOfLine, causes: ports.settings.causes };
  const outcomes = await Promise.all(
    lines.map((line) =>
      importLine({ cause: 'manual', ...line, by, because: line.because?.trim() || because }, context, ports),
    ),
  );
  return answer({
    added: outcomes.filter((each) => each === 'added').length,
    unchanged: outcomes.filter((each) => each === 'unchanged').length,
    bad: outcomes.flatMap((each, index) =>
      typeof each === 'object' ? [{ line: index + 1, problem: each.problem }] : [],
    ),
  });
}

async function importLine(
  fields: Partial<SuppressionLine>,
  context: LineContext,
  log: SuppressionLog,
): Promise<'added' | 'unchanged' | { readonly problem: string }> {
  let evidence: Evidence;
  try {
    evidence = readLine(fields, context);
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
  // Undated evidence would be new at each import.
  const isKnown = evidence.undated === true && (await isInHistory(evidence, log));
  return !isKnown && (await log.record(evidence)) ? 'added' : 'unchanged';
}

/** Looks at the heads and at the newest part of the history, however long it is. */
async function isInHistory({ address, scope, id }: Evidence, log: SuppressionLog): Promise<boolean> {
  const { heads } = await log.headsOf(address, { stream: scope, limit: rowsSearched });
  if (heads.some(({ latest, first }) => latest.id === id || first.id === id)) return true;
  const { entries } = await log.historyOf([address], { limit: rowsSearched });
  return entries.some((entry) => entry.id === id);
}
