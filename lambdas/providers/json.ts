import { UnreadableBody } from './provider.ts';

export type JsonObject = { readonly [key: string]: unknown };

/** The parser's own message would quote the body, and a body has no place in a log: this one does not. */
export function parseBody(provider: string, body: Buffer | string): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new UnreadableBody(`${provider}: expected a JSON body, found ${body.length} bytes that are none`);
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function toObject(value: unknown, what: string): JsonObject {
  if (!isObject(value)) throw new Error(`expected ${what} to be an object, found ${kindOf(value)}`);
  return value;
}

/** A text or number as text; undefined for all else, an empty text included. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
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

export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (value === '') return 'an empty text';
  return typeof value === 'undefined' ? 'nothing' : `a value of type ${typeof value}`;
}
