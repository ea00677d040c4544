/** Runs `work` for each item, in order, with up to `most` at the same time. */
export async function inFlight<Item>(
  items: Iterable<Item>,
  most: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  // All workers share one iterator: each takes the next item as soon as it is free.
  const remaining = items[Symbol.iterator]();
  const worker = async () => {
    for (let next = remaining.next(); !next.done; next = remaining.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: most }, worker));
}

export function chunksOf<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
