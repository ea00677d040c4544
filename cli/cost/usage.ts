/** What AWS bills, per fresh event. */
export type Usage = {
  readonly apiRequests: number;
  readonly lambdaRequests: number;
  readonly receiverGbSeconds: number;
  readonly consumerGbSeconds: number;
  readonly sqsRequests: number;
  readonly snsPublications: number;
  readonly writeUnits: number;
  readonly readUnits: number;
  readonly logBytes: number;
  /** Of rows that expire with the dedupe window, and of those that are kept for longer. */
  readonly shortLivedBytes: number;
  readonly longLivedBytes: number;
};

/** What was measured of one provider: `npm run bench -- usage --write` measures it again. */
export type ProviderUsage = {
  readonly eventsPerMessage: number;
  /** Per fresh event, when each request comes once. */
  readonly once: Usage;
  /** What is added per fresh event when every request comes twice. */
  readonly repeated: Usage;
};

/** Providers and their parts, in messages; the parts need not sum up to one. */
export type Mix = Readonly<Record<string, number>>;

/** What an event of a mix uses, on average. `duplicates` is the share of requests that come once more. */
export function usageOfMix(
  measured: Readonly<Record<string, ProviderUsage>>,
  mix: Mix,
  duplicates: number,
): Usage {
  const parts = Object.entries(mix).flatMap(([provider, share]) => {
    const usage = measured[provider];
    return usage ? [{ usage, events: share * usage.eventsPerMessage }] : [];
  });
  const total = parts.reduce((sum, { events }) => sum + events, 0);
  const sum: Record<string, number> = {};
  for (const { usage, events } of parts)
    for (const [name, amount] of Object.entries(usage.once)) {
      const again = duplicates * usage.repeated[name as keyof Usage];
      sum[name] = (sum[name] ?? 0) + (amount + again) * (events / total);
    }
  return sum as Usage;
}
