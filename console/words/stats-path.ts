const dayMillis = 86_400_000;

/** The API takes no more. */
const mostDays = 400;
const usualDays = 14;

/** A number of days as the address bar has it. Anybody can write there. */
export function daysIn(text: string | null): number {
  const days = /^\d+$/.test(text ?? '') ? Number(text) : usualDays;
  return days >= 1 && days <= mostDays ? days : usualDays;
}

/** The question about the last days, today included. Days are days in UTC. */
export function statsPath(
  days: number,
  { by, compare = false }: { readonly by?: string; readonly compare?: boolean } = {},
): string {
  const dayAgo = (ago: number) => new Date(Date.now() - ago * dayMillis).toISOString().slice(0, 10);
  const question = new URLSearchParams({
    from: dayAgo(days - 1),
    to: dayAgo(0),
    ...(by && { by }),
    ...(compare && { compare: 'true' }),
  });
  return `/v1/stats?${question}`;
}
