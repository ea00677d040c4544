import { isIP } from 'node:net';
import { argumentDimensions, type DimensionSettings } from '../core/dimension-settings.ts';
import type { WebhookEndpoint } from '../core/webhook-endpoint.ts';
import { topicProvider } from '../providers/manifests.ts';

/** The values that a setting accepts, in words and in code. `read` returns undefined for any other value. */
export type Kind<Value> = { expected: string; read: (found: unknown) => Value | undefined };

export function wholeNumber(from: number, to = Number.POSITIVE_INFINITY): Kind<number> {
  return {
    expected: Number.isFinite(to)
      ? `a whole number from ${from} to ${to}`
      : `a whole number, ${from} or more`,
    read: (found) =>
      typeof found === 'number' && Number.isSafeInteger(found) && found >= from && found <= to
        ? found
        : undefined,
  };
}

export function percent(): Kind<number> {
  return {
    expected: 'a number above 0, up to 100',
    read: (found) => (typeof found === 'number' && found > 0 && found <= 100 ? found : undefined),
  };
}

export function emailAddress(): Kind<string> {
  return matching('an e-mail address', /^[^\s@]+@[^\s@]+$/);
}

export function webAddress(): Kind<string> {
  return matching('an address that begins with https://, without #', /^https:\/\/[^\s#]+$/);
}

/** A string of a certain form. */
export function matching(expected: string, pattern: RegExp): Kind<string> {
  return {
    expected,
    read: (found) => (typeof found === 'string' && pattern.test(found) ? found : undefined),
  };
}

/** Starts of URLs; a slash at the end makes no difference. */
export function webAddresses(): Kind<readonly string[]> {
  const { expected, read } = listOf(
    'addresses that begin with https:// and have no query',
    (each): each is string => typeof each === 'string' && /^https:\/\/[^\s?#,]+$/.test(each),
  );
  return { expected, read: (found) => read(found)?.map((text) => text.replace(/\/+$/, '')) };
}

export function onOrOff(): Kind<boolean> {
  return {
    expected: 'true or false',
    read: (found) => (typeof found === 'boolean' ? found : undefined),
  };
}

export function oneOf<const Value extends string | number>(values: readonly Value[]): Kind<Value> {
  return {
    expected: `one of ${values.join(', ')}`,
    read: (found) => values.find((value) => value === found),
  };
}

export function someOf<const Value extends string>(values: readonly Value[]): Kind<readonly Value[]> {
  return listOf(`some of ${values.join(', ')}`, (each): each is Value => values.includes(each as Value));
}

export function digests(): Kind<readonly string[]> {
  return listOf(
    'SHA-256 digests of 64 hexadecimal digits',
    (each): each is string => typeof each === 'string' && /^[\da-f]{64}$/i.test(each),
  );
}

export function topicArns(): Kind<readonly string[]> {
  return listOf(
    'ARNs of SNS topics',
    (each): each is string => typeof each === 'string' && topicProvider.key.pattern.test(each),
  );
}

export function names(what: string): Kind<readonly string[]> {
  return listOf(what, (each): each is string => typeof each === 'string' && each !== '');
}

/** The name of a custom argument for some of the dimensions. */
export function argumentNames(): Kind<DimensionSettings['fromMetadata']> {
  const { read } = byName('', (name) => (typeof name === 'string' && name !== '' ? name : undefined));
  const isDimension = (key: string) => argumentDimensions.some((name) => name === key);
  return {
    expected: `an object of some of ${argumentDimensions.join(', ')} and names of custom arguments`,
    read: (found) => {
      const object = read(found);
      return object && Object.keys(object).every(isDimension) ? object : undefined;
    },
  };
}

/** Whether the values can be used, the construct says: it takes them from other callers too. */
export function endpoints(): Kind<readonly WebhookEndpoint[]> {
  return listOf('endpoints, each an object of name, url and, if it shall not get all, types', isEndpoint);
}

function isEndpoint(each: unknown): each is WebhookEndpoint {
  if (typeof each !== 'object' || each === null) return false;
  const { name, url, types, ...unknown } = each as Record<string, unknown>;
  const isList = Array.isArray(types) && types.every((type) => typeof type === 'string');
  return (
    typeof name === 'string' &&
    typeof url === 'string' &&
    (types === undefined || isList) &&
    Object.keys(unknown).length === 0
  );
}

function listOf<Value>(what: string, is: (each: unknown) => each is Value): Kind<readonly Value[]> {
  return {
    expected: `a list of ${what}`,
    read: (found) => (Array.isArray(found) && found.every(is) ? found : undefined),
  };
}

export function switchOrName(): Kind<boolean | string> {
  return {
    expected: 'true, false, or a name of up to 64 letters, digits, hyphens and underscores',
    read: (found) =>
      typeof found === 'boolean' || (typeof found === 'string' && /^[\w-]{1,64}$/.test(found))
        ? found
        : undefined,
  };
}

/** An object with a value per provider or source. */
export function byName<Value>(
  what: string,
  readOne: (found: unknown) => Value | undefined,
): Kind<Readonly<Record<string, Value>>> {
  return {
    expected: `an object of provider names and ${what}`,
    read: (found) => {
      if (typeof found !== 'object' || found === null || Array.isArray(found)) return undefined;
      const entries = Object.entries(found).map(([name, value]): [string, Value | undefined] => [
        name,
        readOne(value),
      ]);
      return entries.some(([, value]) => value === undefined)
        ? undefined
        : (Object.fromEntries(entries) as Record<string, Value>);
    },
  };
}

export function readAddresses(found: unknown): readonly string[] | undefined {
  const isRange = (text: unknown) => {
    const [address = '', bits] = String(text).split('/');
    const family = isIP(address);
    return (
      family !== 0 &&
      (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32)))
    );
  };
  return Array.isArray(found) && found.every(isRange) ? found : undefined;
}
