import { UnreadableBody } from './provider.ts';

export type JsonObject = { readonly [key: string]: unknown };

/** A number that JavaScript would round. It is kept and written with its original digits. */
type RawNumber = { readonly rawJSON: string };

// Node 24 has these functions, but TypeScript's library does not declare them yet.
declare global {
  interface JSON {
    rawJSON(text: string): RawNumber;
    isRawJSON(value: unknown): value is RawNumber;
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
    ): unknown;
  }
}

/** Parses JSON and keeps every digit of integers. Some ids are beyond 2^53, and rounding would make two ids equal. */
export function parseJson(text: string): unknown {
  // A reviver doubles the time of parsing, so it is used only when there is a long number.
  return longNumber.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
}

/** Sixteen digits or more at a place where a JSON number can begin. JavaScript may round such a number. */
const longNumber = /(?:^|[:,[\s-])\d{16}/;

function keepDigits(_key: string, value: unknown, { source }: { source?: string }): unknown {
  const isRounded = typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source ?? '');
  return isRounded && source ? JSON.rawJSON(source) : value;
}

/** The error does not quote the body, because it is logged. The parser's own message would quote it. */
export function parseBody(provider: string, body: Buffer | string): unknown {
  try {
    return parseJson(body.toString());
  } catch {
    throw new UnreadableBody(
      `${provider}: expected a JSON body, found ${body.length} bytes that are not JSON`,
    );
  }
}

/** Parses a body that must be a JSON object. */
export function parseObjectBody(provider: string, body: Buffer): JsonObject {
  const value = parseBody(provider, body);
  if (!isObject(value))
    throw new UnreadableBody(`${provider}: expected a JSON object, found ${kindOf(value)}`);
  return value;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value);
}

export function toObject(value: unknown, what: string): JsonObject {
  if (!isObject(value)) throw new Error(`expected ${what} to be an object, found ${kindOf(value)}`);
  return value;
}

/** The object under the key, or an empty object when there is none. */
export function objectIn(object: JsonObject, key: string): JsonObject {
  const value = object[key];
  return isObject(value) ? value : {};
}

/** The object that a string contains as JSON, as some senders write custom arguments. Empty when it contains none. */
export function objectFromJson(text: string | undefined): JsonObject {
  try {
    const value = text === undefined ? undefined : parseJson(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** A string, or a number with all its digits. Undefined for anything else, and for a blank string. */
export function stringOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  if (JSON.isRawJSON(value)) return value.rawJSON;
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** Some senders write flags as strings or numbers: `"true"`, `1`, `"0"`. Undefined for anything that is not a flag. */
export function flagOf(value: unknown): boolean | undefined {
  const text = typeof value === 'boolean' ? String(value) : stringOf(value)?.trim().toLowerCase();
  if (text === 'true' || text === '1') return true;
  return text === 'false' || text === '0' ? false : undefined;
}

export function isTrue(value: unknown): boolean {
  return flagOf(value) === true;
}

/** Wraps a single value in a list. null and undefined become an empty list. */
export function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
}

export function stringsOf(value: unknown): string[] {
  return listOf(value)
    .map(stringOf)
    .filter((each) => each !== undefined);
}

/** The same value with sorted keys. */
export function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (!isObject(value)) return value;
  const sorted: Record<string, unknown> = {};
  // A loop is faster than mapping entries, and the receiver does this for every Mailgun event.
  for (const key of Object.keys(value).sort()) {
    // An assignment to this key would set the prototype and lose the value.
    if (key === '__proto__') define(sorted, key, canonical(value[key]));
    else sorted[key] = canonical(value[key]);
  }
  return sorted;
}

function define(object: object, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

/** What an error says about a value that it must not quote. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (value === '') return 'an empty string';
  if (Array.isArray(value)) return 'a list';
  if (isObject(value)) return 'an object';
  return `a ${JSON.isRawJSON(value) ? 'number' : typeof value}`;
}
