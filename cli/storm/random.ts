/** Random numbers that a seed repeats, so that a storm that found a bug can be sent again. */
export type Random = {
  /** From 0 to below 1. */
  next(): number;
  happens(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Picks in proportion to `weight`. */
  pickByWeight<T extends { readonly weight: number }>(list: readonly T[]): T;
  shuffled<T>(list: readonly T[]): T[];
};

/** Mulberry32: small, fast, and good enough for test traffic. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    happens: (share) => next() < share,
    pick: (list) => list[Math.floor(next() * list.length)] as (typeof list)[number],
    pickByWeight(list) {
      let left = next() * list.reduce((sum, { weight }) => sum + weight, 0);
      const found = list.find(({ weight }) => {
        left -= weight;
        return left < 0;
      });
      return found ?? (list.at(-1) as (typeof list)[number]);
    },
    shuffled(list) {
      const copy = [...list];
      for (let index = copy.length - 1; index > 0; index -= 1) {
        const other = Math.floor(next() * (index + 1));
        [copy[index], copy[other]] = [
          copy[other] as (typeof copy)[number],
          copy[index] as (typeof copy)[number],
        ];
      }
      return copy;
    },
  };
}
