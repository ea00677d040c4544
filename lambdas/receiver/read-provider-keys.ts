/**
 * The secret is one JSON object: under each provider's name its key, or a list of keys while one replaces another.
 * Its value is never quoted: an error message ends in a log.
 */
export function readProviderKeys(secret: unknown, provider: string): readonly string[] {
  const keys = parse(secret)[provider] ?? [];
  const list = Array.isArray(keys) ? keys : [keys];
  if (!list.every((key) => typeof key === 'string' && key !== '')) {
    throw new Error(`the secret's "${provider}": expected a key or a list of keys, found something else`);
  }
  return list;
}

function parse(secret: unknown): Record<string, unknown> {
  const expected = 'the secret: expected a JSON object of provider names and keys, found';
  if (typeof secret !== 'string') throw new Error(`${expected} no string`);
  let value: unknown;
  try {
    value = JSON.parse(secret);
  } catch {
    throw new Error(`${expected} a string that is not JSON`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`${expected} another JSON value`);
  // Without a prototype, a provider called "constructor" has no key.
  return Object.assign(Object.create(null), value);
}
