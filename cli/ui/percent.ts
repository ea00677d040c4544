/** As many digits as one can tell apart: `0.04 %`, `1.6 %`, `97.8 %`. A dash when there is nothing to divide by. */
export function percent(share: number | null): string {
  if (share === null) return '–';
  const value = 100 * share;
  if (value === 0) return '0 %';
  if (value < 0.01) return '<0.01 %';
  return `${value.toFixed(value < 1 ? 2 : 1)} %`;
}

export function grouped(count: number): string {
  return count.toLocaleString('en-US');
}
