/** One way to do the work; `run` does it once. */
type Contender = { readonly name: string; readonly run: () => Promise<unknown> | unknown };

export type Measured = {
  readonly name: string;
  /** CPU time of this process for one run, user and system: the median of all rounds. */
  readonly cpuMicros: number;
  readonly wallMicros: number;
  /** The CPU time of each round. */
  readonly cpuMicrosByRound: readonly number[];
};

type Rounds = {
  readonly rounds: number;
  /** Runs of each contender in a round; the clock cannot measure one short run. */
  readonly runsPerRound?: number;
  /**
   * Whether garbage is collected before each contender's turn. A collection shrinks V8's space for young objects, so that
   * short work costs twice as much for a while: switch it off for that. @default true
   */
  readonly collects?: boolean;
};

/**
 * Runs every contender once in every round, so that load on the machine affects all of them. The first round warms up
 * and is not counted.
 */
export async function interleaved(
  contenders: readonly Contender[],
  { rounds, runsPerRound = 1, collects = true }: Rounds,
): Promise<Measured[]> {
  const found = contenders.map(() => ({ cpu: [] as number[], wall: [] as number[] }));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, { run }] of contenders.entries()) {
      // So that no contender pays for the garbage of another.
      if (collects) globalThis.gc?.();
      const wallBefore = process.hrtime.bigint();
      const cpuBefore = process.cpuUsage();
      for (let count = 0; count < runsPerRound; count += 1) await run();
      const cpu = process.cpuUsage(cpuBefore);
      const wall = Number(process.hrtime.bigint() - wallBefore) / 1_000;
      if (round === 0) continue;
      found[index]?.cpu.push((cpu.user + cpu.system) / runsPerRound);
      found[index]?.wall.push(wall / runsPerRound);
    }
  }
  return contenders.map(({ name }, index) => ({
    name,
    cpuMicros: median(found[index]?.cpu ?? []),
    wallMicros: median(found[index]?.wall ?? []),
    cpuMicrosByRound: found[index]?.cpu ?? [],
  }));
}

/** CPU time as a multiple of the other's, compared within each round: on a busy machine, rounds differ. */
export function cpuRatio(one: Measured, other: Measured): number {
  return median(one.cpuMicrosByRound.map((micros, round) => micros / (other.cpuMicrosByRound[round] ?? 0)));
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  if (middle === undefined) throw new Error('expected at least one value, found none');
  return middle;
}
