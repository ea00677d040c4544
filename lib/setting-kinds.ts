import { isIP } from 'node:net';
import { argumentDimensions, type DimensionSettings } from '../core/dimension-settings.ts';
import { topicProvider } from '../providers/manifests.ts';

/** The values that a setting accepts, in words and in code. `read` returns undefined for any other value. */
export type Kind<Value> = { expected: string; read: (found: unknown) => Value | undefined };

// On the command line every value is a string, so each kind accepts the string form as well.

export function wholeNumber(from: number, to?: number): Kind<number> {
  return {
    expected: to === undefined ? `a whole number, ${from} or more` : `a whole number from ${from} to ${to}`,
    read: (found) => {
      const value = typeof found === 'string' && /^\d+$/.test(found) ? Number(found) : found;
      if (typeof value !== 'number' || !Number.isSafeInteger(value)) return undefined;
      return value >= from && value <= (to ?? Number.POSITIVE_INFINITY) ? value : undefined;
    },
  };
}

export function percent(): Kind<number> {
  return {
    expected: 'a number above 0, up to 100',
    read: (found) => {
      const value = typeof found === 'string' && /^\d+(\.\d+)?$/.test(found) ? Number(found) : found;
      return typeof value === 'number' && value > 0 && value <= 100 ? value : undefined;
    },
  };
}

export function emailAddress(): Kind<string> {
  return {
    expected: 'an e-mail address',
    read: (found) => (typeof found === 'string' && /^[^\s@]+@[^\s@]+$/.test(found) ? found : undefined),
  };
}

export function webAddress(): Kind<string> {
  return {
    expected: 'an address that begins with https://, without #',
    read: (found) => (typeof found === 'string' && /^https:\/\/[^\s#]+$/.test(found) ? found : undefined),
  };
}

/** Starts of URLs; a slash at the end makes no difference. */
export function webAddresses(): Kind<string[]> {
  return {
    expected: 'addresses that begin with https:// and have no query, as a list or separated by commas',
    read: (found) => {
      const list = listIn(found);
      const isStart = (text: unknown) => typeof text === 'string' && /^https:\/\/[^\s?#,]+$/.test(text);
      return Array.isArray(list) && list.every(isStart)
        ? list.map((text: string) => text.replace(/\/+$/, ''))
        : undefined;
    },
  };
}

export function onOrOff(): Kind<boolean> {
  return {
    expected: 'true or false',
    read: (found) => (typeof found === 'boolean' ? found : { true: true, false: false }[String(found)]),
  };
}

export function oneOf<const Value extends string | number>(values: readonly Value[]): Kind<Value> {
  return {
    expected: `one of ${values.join(', ')}`,
    read: (found) => values.find((value) => value === found || String(value) === found),
  };
}

export function someOf<const Value extends string>(values: readonly Value[]): Kind<Value[]> {
  return {
    expected: `some of ${values.join(', ')}, as a list or separated by commas`,
    read: (found) => {
      const list = listIn(found);
      return Array.isArray(list) && list.every((each) => values.includes(each)) ? list : undefined;
    },
  };
}

export function names(what: string): Kind<string[]> {
  return {
    expected: `${what}, as a list or separated by commas`,
    read: (found) => {
      const list = listIn(found);
      const isName = (text: unknown) => typeof text === 'string' && text !== '';
      return Array.isArray(list) && list.every(isName) ? list : undefined;
    },
  };
}

/** The name of a custom argument for some of the dimensions. */
export function argumentNames(): Kind<DimensionSettings['fromMetadata']> {
  const { read } = byName('', (name) => (typeof name === 'string' && name !== '' ? name : undefined));
  return {
    expected: `an object of some of ${argumentDimensions.join(', ')} and names of custom arguments`,
    read: (found) => {
      const object = read(found);
      const isKnown = (key: string) => argumentDimensions.some((name) => name === key);
      return object && Object.keys(object).every(isKnown) ? object : undefined;
    },
  };
}

export function digests(): Kind<string[]> {
  return {
    expected: 'SHA-256 digests of 64 hexadecimal digits, as a list or separated by commas',
    read: (found) => {
      const list = listIn(found);
      const isDigest = (text: unknown) => typeof text === 'string' && /^[\da-f]{64}$/i.test(text);
      return Array.isArray(list) && list.every(isDigest) ? list : undefined;
    },
  };
}

export function topicArns(): Kind<string[]> {
  return {
    expected: 'ARNs of SNS topics, as a list or separated by commas',
    read: (found) => {
      const list = listIn(found);
      if (!Array.isArray(list)) return undefined;
      const arns = list.filter((text) => text !== '');
      return arns.every((arn) => typeof arn === 'string' && topicProvider.key.pattern.test(arn))
        ? arns
        : undefined;
    },
  };
}

export function switchOrName(): Kind<boolean | string> {
  return {
    expected: 'true, false, or a name of up to 64 letters, digits, hyphens and underscores',
    read: (found) => {
      if (found === true || found === 'true') return true;
      if (found === false || found === 'false') return false;
      return typeof found === 'string' && /^[\w-]{1,64}$/.test(found) ? found : undefined;
    },
  };
}

/** A list as such, or separated by commas. */
function listIn(found: unknown): unknown {
  return typeof found === 'string' ? found.split(',').map((text) => text.trim()) : found;
}

/** An object with a value per provider or source; JSON on the command line. */
export function byName<Value>(
  what: string,
  readOne: (found: unknown) => Value | undefined,
): Kind<Record<string, Value>> {
  return {
    expected: `an object of provider names and ${what}`,
    read: (found) => {
      const object = typeof found === 'string' ? parseJson(found) : found;
      if (typeof object !== 'object' || object === null || Array.isArray(object)) return undefined;
      const entries = Object.entries(object).map(([name, value]): [string, Value | undefined] => [
        name,
        readOne(value),
      ]);
      return entries.some(([, value]) => value === undefined)
        ? undefined
        : (Object.fromEntries(entries) as Record<string, Value>);
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function readAddresses(found: unknown): string[] | undefined {
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
