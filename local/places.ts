/** Lets `limit` pieces of work run at once; the others wait for their turn. */
export function createPlaces(limit: number) {
  const waiting: (() => void)[] = [];
  let taken = 0;
  return {
    async hold<T>(work: () => Promise<T>): Promise<T> {
      // A waiting caller takes over the place of the one that leaves, so that no third one can take it.
      if (taken >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
      else taken += 1;
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else taken -= 1;
      }
    },
  };
}
