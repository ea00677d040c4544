const hoursPerMonth = 730;

/**
 * What a stack costs by existing: dollars per month and piece, list prices of us-east-1. CloudWatch and Secrets Manager bill by
 * the hour.
 */
export const standing = {
  secrets: { count: 2, each: 0.4, words: 'secrets' },
  alarmMetrics: { count: 34, each: 0.1, words: 'metrics with alarms' },
  // A run writes fewer: most metrics exist once something has happened.
  ownMetrics: { count: 60, each: 0.3, words: 'metrics of its own' },
} as const;

/** Some twenty requests, messages and rows, rounded up. */
const events = 0.001;

/** What a run of this many hours costs at most, in dollars. */
export function costOf(hours: number): number {
  const perMonth = Object.values(standing).reduce((sum, { count, each }) => sum + count * each, 0);
  // Metrics and alarms are billed for whole hours.
  return (Math.ceil(hours) * perMonth) / hoursPerMonth + events;
}

export function costInWords(hours: number): string {
  const parts = Object.values(standing).map(({ count, words }) => `${count} ${words}`);
  return `at most $${costOf(hours).toFixed(2)} (up to ${parts.join(', ')}; the events cost less than a cent)`;
}
