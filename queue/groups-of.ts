/** Groups of consecutive items. Each has at most `mostItems`, of at most `mostSize` in total, or is one item that is larger. */
export function groupsOf<Item>(
  items: readonly Item[],
  mostItems: number,
  mostSize: number,
  sizeOf: (item: Item) => number,
): Item[][] {
  const groups: Item[][] = [];
  let size = 0;
  for (const item of items) {
    const last = groups.at(-1);
    size += sizeOf(item);
    if (last && last.length < mostItems && size <= mostSize) last.push(item);
    else {
      groups.push([item]);
      size = sizeOf(item);
    }
  }
  return groups;
}
