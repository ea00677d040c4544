/** The keys in the provider secret: a key, or a list of keys, under each provider's name. */
export type HeldKeys = {
  /** The number of usable keys by provider. */
  readonly held: ReadonlyMap<string, number>;
  /** Providers whose entry cannot be read. */
  readonly broken: readonly string[];
};

/** Counts the keys, and shows none. */
export function heldKeys(secret: string): HeldKeys {
  const entries = Object.entries(objectIn(secret)).map(([name, entry]) => [name, keyList(entry)] as const);
  return {
    held: new Map(entries.map(([name, list]) => [name, list.filter(isUsableKey).length])),
    broken: entries.filter(([, list]) => !list.every(isUsableKey)).map(([name]) => name),
  };
}

export function keyList(entry: unknown): readonly unknown[] {
  return Array.isArray(entry) ? entry : [entry];
}

export function isUsableKey(key: unknown): key is string {
  return typeof key === 'string' && key !== '';
}

function objectIn(secret: string): object {
  try {
    const value: unknown = JSON.parse(secret);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Reported below: the error of the parser would quote the secret.
  }
  throw new Error('expected the provider secret to be a JSON object of provider names and keys');
}
