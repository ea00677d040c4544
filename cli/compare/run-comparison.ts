import { compareStatuses, type StatusDifference, type TheirStatus } from '../../app/compare-statuses.ts';
import {
  compareSuppression,
  evidenceFor,
  type SuppressionComparison,
  type SuppressionDifference,
  type TheirSuppression,
} from '../../app/compare-suppressions.ts';
import { suppressedAddresses } from '../../app/export-suppressions.ts';
import type { StatusReader } from '../../app/ports/compare.ts';
import type { SuppressionLog } from '../../app/ports/store.ts';
import { parseAddress } from '../../core/ids.ts';
import { allScopes, type Cause } from '../../core/suppression.ts';
import { inFlight } from '../../store/in-flight.ts';

export type Difference = StatusDifference | SuppressionDifference;

export type Comparison = {
  readonly rows: number;
  readonly same: number;
  /** Addresses that both suppress, for another cause. */
  readonly otherCause: number;
  readonly differences: number;
  /** How often each answer of theirs meets each of ours. */
  readonly kinds: readonly { readonly theirs: string; readonly ours: string; readonly rows: number }[];
  readonly leftOut: readonly { readonly why: string; readonly rows: number }[];
  readonly badRows: number;
};

type Other = { readonly line: number } & ({ readonly problem: string } | { readonly leftOut: string });
type Found = {
  onDifference(difference: Difference): void;
  onBad(row: { readonly line: number; readonly problem: string }): void;
};

const rowsPerBatch = 200;
const addressesInFlight = 16;

export async function compareAllStatuses(
  rows: AsyncIterable<TheirStatus | Other>,
  reader: StatusReader,
  found: Found,
): Promise<Comparison> {
  const tally = new Tally(found);
  for await (const batch of batchesOf(rows, tally))
    for (const result of await compareStatuses(batch, reader)) tally.note(result);
  return tally.comparison();
}

export async function compareAllSuppressions(
  rows: AsyncIterable<TheirSuppression | Other>,
  log: SuppressionLog,
  found: Found,
  /** Whether the file is the whole list, so that an address that is not in it is not suppressed there. */
  isWhole: boolean,
): Promise<Comparison> {
  const tally = new Tally(found);
  const theirs: Theirs = { addresses: new Set(), causes: new Set(), scopes: new Set() };
  for await (const batch of batchesOf(rows, tally)) {
    const results: SuppressionComparison[] = [];
    await inFlight(batch.entries(), addressesInFlight, async ([index, row]) => {
      results[index] = await compareSuppression(row, log);
    });
    for (const result of results) tally.note(result);
    for (const row of isWhole ? batch : []) noteTheirs(theirs, row);
  }
  if (isWhole) await noteOurs(theirs, log, tally);
  return tally.comparison();
}

/** What the file has, to find what it does not have. */
type Theirs = {
  /** With their scope. */
  readonly addresses: Set<string>;
  readonly causes: Set<Cause>;
  readonly scopes: Set<string>;
};

function noteTheirs(
  { addresses, causes, scopes }: Theirs,
  { address, scope, cause }: TheirSuppression,
): void {
  addresses.add(placeOf(parseAddress(address) ?? address, scope));
  scopes.add(scope);
  if (cause) causes.add(cause);
}

function placeOf(address: string, scope: string): string {
  return JSON.stringify([address, scope]);
}

/**
 * Addresses that only we suppress: within the scopes that the file has, and for its causes; for any cause if it names none. The
 * list of one group says nothing about all mail.
 */
async function noteOurs(theirs: Theirs, log: SuppressionLog, tally: Tally): Promise<void> {
  const { addresses, causes } = theirs;
  const scopes = theirs.scopes.size > 0 ? theirs.scopes : new Set([allScopes]);
  for await (const { address, active } of suppressedAddresses(log, () => {})) {
    if (addresses.has(placeOf(address, allScopes))) continue;
    const ours = active.find(
      ({ cause, scope }) =>
        scopes.has(scope) &&
        !addresses.has(placeOf(address, scope)) &&
        (causes.size === 0 || causes.has(cause)),
    );
    if (!ours) continue;
    tally.note({
      line: 0,
      difference: {
        line: 0,
        address,
        scope: ours.scope,
        theirs: 'not suppressed',
        ours: ours.cause,
        why: `not in the file; ${evidenceFor(ours)}`,
      },
    });
  }
}

type Result = { readonly line: number } & (
  | { readonly isSame: true; readonly ours?: Cause }
  | { readonly difference: Difference }
  | { readonly problem: string }
);

class Tally {
  private readonly found: Found;
  private readonly counts = { rows: 0, same: 0, otherCause: 0, differences: 0, badRows: 0 };
  private readonly kinds = new Map<string, { theirs: string; ours: string; rows: number }>();
  private readonly leftOut = new Map<string, number>();

  constructor(found: Found) {
    this.found = found;
  }

  note(result: Result): void {
    if (result.line > 0) this.counts.rows += 1;
    if ('isSame' in result) {
      this.counts.same += 1;
      if (result.ours) this.counts.otherCause += 1;
    } else if ('difference' in result) this.noteDifference(result.difference);
    else {
      this.counts.badRows += 1;
      this.found.onBad(result);
    }
  }

  noteLeftOut(why: string): void {
    this.counts.rows += 1;
    this.leftOut.set(why, (this.leftOut.get(why) ?? 0) + 1);
  }

  private noteDifference(difference: Difference): void {
    this.counts.differences += 1;
    const { theirs, ours } = difference;
    const kind = this.kinds.get(`${theirs} ${ours}`) ?? { theirs, ours: ours ?? 'unknown', rows: 0 };
    kind.rows += 1;
    this.kinds.set(`${theirs} ${ours}`, kind);
    this.found.onDifference(difference);
  }

  comparison(): Comparison {
    return {
      ...this.counts,
      kinds: [...this.kinds.values()].toSorted((one, other) => other.rows - one.rows),
      leftOut: [...this.leftOut].map(([why, rows]) => ({ why, rows })),
    };
  }
}

async function* batchesOf<Theirs extends { readonly line: number }>(
  rows: AsyncIterable<Theirs | Other>,
  tally: Tally,
): AsyncGenerator<Theirs[]> {
  let batch: Theirs[] = [];
  for await (const row of rows) {
    if ('leftOut' in row) tally.noteLeftOut(row.leftOut);
    else if ('problem' in row) tally.note(row as Extract<Result, { problem: string }>);
    else batch.push(row as Theirs);
    if (batch.length < rowsPerBatch) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
