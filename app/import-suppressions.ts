import type { Cause, Evidence } from '../core/suppression.ts';
import type { EvidenceLog } from './ports/store.ts';
import { type LineContext, readLine, type SuppressionLine } from './suppression-line.ts';

/** One row of a list of suppressed addresses, as its format understands it. */
export type GivenRow = { readonly line: number } & RowContent;

export type RowContent =
  | { readonly fields: Partial<SuppressionLine> }
  /** The row cannot be read. */
  | { readonly problem: string }
  /** The row is understood, but does not suppress the address. */
  | { readonly leftOut: string }
  /** The file does not say it, so the person who imports it must. `word` is what the file says instead. */
  | { readonly lacks: 'cause' | 'scope'; readonly word?: string };

export type BadRow = { readonly line: number; readonly problem: string };

export type ImportSurvey = {
  readonly rows: number;
  /** Rows that are not stored yet, and rows that are. */
  readonly fresh: number;
  readonly known: number;
  /** Rows without a time. */
  readonly undated: number;
  /** In the order in which they first appear. Beyond some hundred scopes, `scope` is null for all others of a cause. */
  readonly groups: readonly (Counts & { readonly cause: Cause; readonly scope: string | null })[];
  readonly leftOut: readonly { readonly why: string; readonly rows: number }[];
  readonly lacking: readonly (Lack & { readonly rows: number })[];
  readonly badRows: number;
  /** The first of them. */
  readonly bad: readonly BadRow[];
};

type Lack = { readonly lacks: 'cause' | 'scope'; readonly word?: string };
type Counts = { fresh: number; known: number };
type Context = Omit<LineContext, 'causes'>;

/** Rows that are looked up or written together. */
const rowsPerBatch = 1_000;
/** What is reported one by one. More are counted: a file of any length must not fill the memory. */
const maxReported = 1_000;
const maxGroups = 200;

/** What an import would do. Changes nothing. */
export async function surveyImport(
  rows: AsyncIterable<GivenRow>,
  context: Context,
  log: EvidenceLog,
): Promise<ImportSurvey> {
  const tally = new Tally();
  const batches = batchesOf(rows, { ...context, causes: log.settings.causes }, (row) => tally.noteOther(row));
  for await (const batch of batches) {
    const known = await log.knows(batch);
    for (const [index, evidence] of batch.entries()) tally.note(evidence, known[index] === true);
  }
  return tally.survey();
}

/**
 * Adds each row to the history of its address. What was imported before changes nothing, also after a release. `isFirst` says
 * that no row was known before, which saves looking for each.
 */
export async function importSuppressions(
  rows: AsyncIterable<GivenRow>,
  context: Context,
  log: EvidenceLog,
  isFirst: boolean,
): Promise<{ readonly added: number; readonly unchanged: number }> {
  let [added, unchanged] = [0, 0];
  for await (const batch of batchesOf(rows, { ...context, causes: log.settings.causes })) {
    const isNew = await log.recordAll(await unknownOf(batch, isFirst, log));
    const count = isNew.filter(Boolean).length;
    added += count;
    unchanged += batch.length - count;
  }
  return { added, unchanged };
}

/** Whoever records dated evidence finds out whether it is new. Undated evidence would be new at each import. */
async function unknownOf(
  batch: readonly Evidence[],
  isFirst: boolean,
  log: EvidenceLog,
): Promise<Evidence[]> {
  const doubtful = batch.filter(({ undated }) => undated || !isFirst);
  const known = await log.knows(doubtful);
  const isKnown = new Set(doubtful.filter((_, index) => known[index]));
  return batch.filter((each) => !isKnown.has(each));
}

/** The rows that can be read. `onOther` gets the rest. */
async function* batchesOf(
  rows: AsyncIterable<GivenRow>,
  context: LineContext,
  onOther: (row: Exclude<GivenRow, { fields: unknown }>) => void = () => {},
): AsyncGenerator<Evidence[]> {
  let batch: Evidence[] = [];
  for await (const row of rows) {
    const evidence = 'fields' in row ? evidenceIn(row.fields, context) : undefined;
    if (typeof evidence === 'string') onOther({ line: row.line, problem: evidence });
    else if (evidence) batch.push(evidence);
    else if (!('fields' in row)) onOther(row);
    if (batch.length < rowsPerBatch) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** A string says what is wrong with the row. */
function evidenceIn(fields: Partial<SuppressionLine>, context: LineContext): Evidence | string {
  try {
    return readLine(fields, context);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

class Tally {
  private readonly counts = { rows: 0, fresh: 0, known: 0, undated: 0, badRows: 0 };
  private readonly groups = new Map<string, Counts & { cause: Cause; scope: string | null }>();
  private readonly leftOut = new Map<string, number>();
  private readonly lacking = new Map<string, Lack & { rows: number }>();
  private readonly bad: BadRow[] = [];

  note({ cause, scope, undated }: Evidence, isKnown: boolean): void {
    this.counts.rows += 1;
    if (undated) this.counts.undated += 1;
    const outcome = isKnown ? 'known' : 'fresh';
    this.counts[outcome] += 1;
    this.groupOf(cause, scope)[outcome] += 1;
  }

  private groupOf(cause: Cause, scope: string): Counts {
    const exact = this.groups.get(JSON.stringify([cause, scope]));
    if (exact) return exact;
    const named = this.groups.size < maxGroups ? scope : null;
    const name = JSON.stringify([cause, named]);
    const group = this.groups.get(name) ?? { cause, scope: named, fresh: 0, known: 0 };
    this.groups.set(name, group);
    return group;
  }

  noteOther(row: Exclude<GivenRow, { fields: unknown }>): void {
    this.counts.rows += 1;
    if ('leftOut' in row) this.leftOut.set(row.leftOut, (this.leftOut.get(row.leftOut) ?? 0) + 1);
    else if ('lacks' in row) this.noteLack(row);
    else {
      this.counts.badRows += 1;
      if (this.bad.length < maxReported) this.bad.push({ line: row.line, problem: row.problem });
    }
  }

  private noteLack({ lacks, word }: Lack): void {
    const name = JSON.stringify([lacks, word]);
    const known = this.lacking.get(name);
    if (known) known.rows += 1;
    else if (this.lacking.size < maxReported)
      this.lacking.set(name, { lacks, ...(word !== undefined && { word }), rows: 1 });
  }

  survey(): ImportSurvey {
    return {
      ...this.counts,
      groups: [...this.groups.values()],
      leftOut: [...this.leftOut].map(([why, rows]) => ({ why, rows })),
      lacking: [...this.lacking.values()],
      bad: this.bad,
    };
  }
}
