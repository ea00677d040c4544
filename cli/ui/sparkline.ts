const bars = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;

/** A small picture of numbers in time, at most `width` characters wide. Nothing is a space, and the largest fills its line. */
export function sparkline(numbers: readonly number[], width: number): string {
  const sums = shrunk(numbers, width);
  const most = Math.max(...sums, 0);
  return sums
    .map((sum) => (sum === 0 ? ' ' : bars[Math.min(bars.length - 1, Math.floor((sum / most) * bars.length))]))
    .join('');
}

/** Averages of neighbours, so that each character stands for about as much time. */
function shrunk(numbers: readonly number[], width: number): number[] {
  if (numbers.length <= width) return [...numbers];
  return Array.from({ length: width }, (_, index) => {
    const from = Math.floor((index * numbers.length) / width);
    const to = Math.floor(((index + 1) * numbers.length) / width);
    return numbers.slice(from, to).reduce((sum, each) => sum + each, 0) / (to - from);
  });
}
