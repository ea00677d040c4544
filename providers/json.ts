import { UnreadableBody } from './provider.ts';

export type JsonObject = { readonly [key: string]: unknown };

/** A number whose digits JavaScript would round: it is kept, and written out again, as the text it came as. */
type RawNumber = { readonly rawJSON: string };

// Part of the language since 2025, and of Node 24; the compiler's library has yet to learn them.
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

/** JSON with every digit of its integers: providers number things beyond 2^53, and neighbours would become equal. */
export function parseJson(text: string): unknown {
  // Looking at each value doubles the time of parsing, so it is done only where there is a long number.
  return longNumber.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
}

/** Sixteen digits or more, which JavaScript may round, where a number can begin: most ids and tokens are strings. */
const longNumber = /(?:^|[:,[\s-])\d{16}/;

function keepDigits(_key: string, value: unknown, { source }: { source?: string }): unknown {
  const isRounded = typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source ?? '');
  return isRounded && source ? JSON.rawJSON(source) : value;
}

/** The parser's own message would quote the body, and a body has no place in a log: this one does not. */
export function parseBody(provider: string, body: Buffer | string): unknown {
  try {
    return parseJson(body.toString());
  } catch {
    throw new UnreadableBody(`${provider}: expected a JSON body, found ${body.length} bytes that are none`);
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value);
}

export function toObject(value: unknown, what: string): JsonObject {
  if (!isObject(value)) throw new Error(`expected ${what} to be an object, found ${kindOf(value)}`);
  return value;
}

/** An object, or an empty one where there is none: for parts that a provider may leave out. */
export function objectIn(object: JsonObject, key: string): JsonObject {
  const value = object[key];
  return isObject(value) ? value : {};
}

/** A text or number as text, digit for digit; undefined for all else, an empty text included. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  if (JSON.isRawJSON(value)) return value.rawJSON;
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

export function requireText(object: JsonObject, key: string): string {
  const text = textOf(object[key]);
  if (text === undefined) throw new Error(`expected "${key}" to be a text, found ${kindOf(object[key])}`);
  return text;
}

/** A list as it is, a single value as a list of one, nothing as none. */
export function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
}

export function textsOf(value: unknown): string[] {
  return listOf(value)
    .map(textOf)
    .filter((text) => text !== undefined);
}

/** The same value whatever order its keys were written in. */
export function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (!isObject(value)) return value;
  const sorted: Record<string, unknown> = {};
  // A loop, and not entries that are mapped, sorted and joined again: the receiver does this to every Mailgun event.
  for (const key of Object.keys(value).sort()) {
    // Assigned, this one would become the prototype, and be lost.
    if (key === '__proto__') define(sorted, key, canonical(value[key]));
    else sorted[key] = canonical(value[key]);
  }
  return sorted;
}

function define(object: object, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (value === '') return 'an empty text';
  return typeof value === 'undefined' ? 'nothing' : `a value of type ${typeof value}`;
}
