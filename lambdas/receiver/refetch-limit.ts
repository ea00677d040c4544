/** Fetches that may follow each other at once, as when several keys are set one after the other. */
const burst = 5;
const millisPerFetch = 1_000;

/**
 * Limits how often the keys of a provider are fetched again: otherwise every forged request would cause a call to Secrets
 * Manager. Each provider has its own limit, so that forged requests for one do not delay a new key of another. Under a
 * flood, one instance makes 3,600 calls an hour, which cost two cents, and has a new key within a second; what comes until then gets
 * a 503.
 */
export function refetchLimit(clock: () => Date): (provider: string) => boolean {
  const spentUntil = new Map<string, number>();
  return (provider) => {
    const now = clock().getTime();
    const until = Math.max(spentUntil.get(provider) ?? 0, now) + millisPerFetch;
    if (until > now + burst * millisPerFetch) return false;
    spentUntil.set(provider, until);
    return true;
  };
}
