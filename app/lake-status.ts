import type { LakeInventory, LakeKeeper, LakeProblem } from './ports/lake.ts';
import type { Clock } from './ports/store.ts';

export type LakeStatus = LakeInventory & {
  /** Batches of events that the historian could not write. */
  readonly failedBatches: number;
  readonly problems: readonly LakeProblem[];
};

const lateAfterMillis = 3 * 3_600_000;

/** What is in the lake, and whether everything is as it should be. */
export async function lakeStatus(
  ports: {
    readonly lake: Pick<LakeKeeper, 'inventory'>;
    readonly failedBatches: () => Promise<number>;
  } & Clock,
): Promise<LakeStatus> {
  const [inventory, failedBatches] = await Promise.all([ports.lake.inventory(), ports.failedBatches()]);
  const { lastTidied, oldestNewObjectAt } = inventory;
  // A lake that has just begun has no run yet; then its first object tells how long that has been.
  const tidiedAt = lastTidied ? new Date(lastTidied.at) : oldestNewObjectAt;
  const isLate = tidiedAt !== undefined && ports.now().getTime() - tidiedAt.getTime() > lateAfterMillis;
  const problems: LakeProblem[] = [
    ...(failedBatches > 0 ? (['events-missing'] as const) : []),
    ...(isLate ? (['tidier-late'] as const) : []),
    ...((lastTidied?.unreadable ?? 0) > 0 ? (['objects-damaged'] as const) : []),
    ...(inventory.unseenDays.length > 0 ? (['days-unseen'] as const) : []),
  ];
  return { ...inventory, failedBatches, problems };
}
