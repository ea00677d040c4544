import { isObject, kindOf } from '../../providers/json.ts';

/**
 * The secret is a JSON object with a key, or a list of keys during a rotation, under each provider's name. Errors never
 * quote its value, because they are logged.
 */
export function readProviderKeys(secret: unknown, provider: string): readonly string[] {
  const keys = parse(secret)[provider] ?? [];
  const list = Array.isArray(keys) ? keys : [keys];
  if (!list.every(isKey)) {
    throw new Error(
      `provider secret: expected "${provider}" to be a string or a list of strings, found ${kindOf(list.find((key) => !isKey(key)))}`,
    );
  }
  return list;
}

function isKey(key: unknown): key is string {
  return typeof key === 'string' && key !== '';
}

function parse(secret: unknown): Record<string, unknown> {
  const expected = 'provider secret: expected a JSON object of provider names and keys, found';
  if (typeof secret !== 'string') throw new Error(`${expected} no value`);
  let value: unknown;
  try {
    value = JSON.parse(secret);
  } catch {
    throw new Error(`${expected} a string that is not JSON`);
  }
  if (!isObject(value)) throw new Error(`${expected} ${kindOf(value)}`);
  // Without a prototype, a provider named "constructor" has no key.
  return Object.assign(Object.create(null), value);
}
