/** The word that differs from `given` by no more than a typing error or two. */
export function closestWord(given: string, words: readonly string[]): string | undefined {
  const text = given.toLowerCase();
  const within = (errors: number) =>
    words.find((word) => word.length > 2 * errors && isWithin(text, word.toLowerCase(), errors));
  return within(1) ?? within(2);
}

/** Whether at most `errors` typing errors turn one word into the other. */
function isWithin(one: string, other: string, errors: number): boolean {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const [mine, theirs] = [one.slice(same), other.slice(same)];
  if (mine === theirs) return true;
  if (errors === 0) return false;
  const isSwapped = mine[0] === theirs[1] && mine[1] === theirs[0];
  return (
    isWithin(mine.slice(1), theirs, errors - 1) ||
    isWithin(mine, theirs.slice(1), errors - 1) ||
    isWithin(mine.slice(1), theirs.slice(1), errors - 1) ||
    (isSwapped && isWithin(mine.slice(2), theirs.slice(2), errors - 1))
  );
}
