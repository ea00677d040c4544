/** What AWS bills, per event. Duplicates do not count as events. */
export type Usage = {
  readonly apiRequests: number;
  readonly lambdaRequests: number;
  readonly receiverGbSeconds: number;
  readonly consumerGbSeconds: number;
  readonly sqsRequests: number;
  readonly snsPublications: number;
  readonly writeUnits: number;
  readonly readUnits: number;
  /** Of these, those of tables other than the messages table. */
  readonly otherWriteUnits: number;
  readonly otherReadUnits: number;
  readonly logBytes: number;
  /** Rows that expire with the dedupe window. */
  readonly eventBytes: number;
  readonly statusBytes: number;
  /** Entries of statuses in their index. */
  readonly indexBytes: number;
  /** Rows of addresses, and their entries in their index. */
  readonly addressBytes: number;
};

/** Measured for one provider, by `npm run bench -- usage --write`. */
export type ProviderUsage = {
  readonly eventsPerMessage: number;
  /** When every request comes once. */
  readonly once: Usage;
  /** What is added when every request comes twice. */
  readonly repeated: Usage;
};

/** Providers with their shares of the messages; the shares need not add up to one. */
export type Mix = Readonly<Record<string, number>>;

/** The average usage of an event of the mix. `duplicates` is the share of requests that come twice. */
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
