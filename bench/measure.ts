/** One way of doing the work; `run` does it once. */
export type Contender = { readonly name: string; readonly run: () => Promise<unknown> | unknown };

export type Measured = {
  readonly name: string;
  /** CPU time of this process for one run, user and system, in microseconds: the median of all rounds. */
  readonly cpuMicros: number;
  readonly wallMicros: number;
  /** The CPU time of each round. */
  readonly cpuMicrosByRound: readonly number[];
};

type Rounds = {
  readonly rounds: number;
  /** How often each contender runs in a round; short runs need many to be seen by the clock. */
  readonly runsPerRound?: number;
  /**
   * Whether garbage is collected before each contender's turn. It makes V8's space for young objects small again, so that
   * for a while a few microseconds of work cost twice what they cost in a process at work. @default true
   */
  readonly collects?: boolean;
};

/**
 * Every contender once in every round, one after the other, so that whatever the machine does meanwhile happens to
 * all of them. The first round warms up and is not counted.
 */
export async function interleaved(
  contenders: readonly Contender[],
  { rounds, runsPerRound = 1, collects = true }: Rounds,
): Promise<Measured[]> {
  const found = contenders.map(() => ({ cpu: [] as number[], wall: [] as number[] }));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, { run }] of contenders.entries()) {
      // Whoever made garbage pays for it: nobody starts with another's.
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

/** How many times the CPU time of the other, compared round by round: on a busy machine rounds differ, and both alike. */
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
