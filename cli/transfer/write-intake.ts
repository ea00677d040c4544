import type { SuppressedAddress } from '../../app/export-suppressions.ts';
import type { ActiveCause } from '../../core/fold-suppression.ts';
import type { Cause } from '../../core/suppression.ts';
import type { Suppressed, SuppressionIntake } from '../../providers/suppression-intake.ts';
import { makeFolder } from '../make-folder.ts';
import { steers } from '../ui/printable.ts';
import { GrowingFile, type IntakeRow, type WrittenFile } from './growing-file.ts';

export type IntakeReport = {
  readonly addresses: number;
  readonly files: readonly WrittenFile[];
  readonly leftOut: readonly { readonly cause: Cause; readonly why: string; readonly rows: number }[];
};

/** Causes to write as other ones. */
export type Recast = ReadonlyMap<Cause, Cause>;

/** Writes the suppressed addresses into new files in the form that a provider takes. */
export async function writeIntake(
  addresses: AsyncIterable<SuppressedAddress>,
  intake: SuppressionIntake,
  { folder, recast }: { readonly folder: string; readonly recast: Recast },
): Promise<IntakeReport> {
  // The files hold addresses, so only their owner can read them.
  makeFolder(folder, 0o700);
  const files = new Map<string, GrowingFile>();
  const leftOut: LeftOut = new Map();
  let count = 0;
  for await (const { address, active } of addresses) {
    count += 1;
    // Without its control characters it would be the address of somebody else.
    if (steers(address)) {
      for (const { cause } of active) noteLeftOut(leftOut, cause, 'its address has control characters');
      continue;
    }
    // Causes that the provider does not tell apart are one row.
    const written = new Set<string>();
    for (const cause of active)
      for (const placed of [intake.place(suppressedBy(cause, recast))].flat()) {
        if ('leftOut' in placed) {
          noteLeftOut(leftOut, cause.cause, placed.leftOut);
          continue;
        }
        const name = rowName(placed);
        if (written.has(name)) continue;
        written.add(name);
        const file = files.get(placed.file.name) ?? new GrowingFile(folder, placed.file);
        files.set(placed.file.name, file);
        file.add(placed);
      }
  }
  return {
    addresses: count,
    files: [...files.values()].flatMap((file) => file.end()),
    leftOut: [...leftOut.values()],
  };
}

type LeftOut = Map<string, { cause: Cause; why: string; rows: number }>;

function noteLeftOut(leftOut: LeftOut, cause: Cause, why: string): void {
  const name = JSON.stringify([cause, why]);
  const known = leftOut.get(name) ?? { cause, why, rows: 0 };
  leftOut.set(name, { ...known, rows: known.rows + 1 });
}

function suppressedBy({ cause, scope, since, lastEvidence }: ActiveCause, recast: Recast): Suppressed {
  const { address, undated, diagnostic, because } = lastEvidence;
  const reason = diagnostic ?? because;
  return {
    address,
    cause: recast.get(cause) ?? cause,
    scope,
    ...(!undated && { since }),
    ...(reason !== undefined && { reason }),
  };
}

/** Rows with the same name are written once for an address. */
function rowName(row: IntakeRow): string {
  const content = 'cells' in row ? row.cells : row.address;
  const isOnly = row.file.form === 'csv' && row.file.hasOneRowPerAddress === true;
  return JSON.stringify([row.file.name, ...(isOnly ? [] : [content])]);
}
