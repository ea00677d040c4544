import { type EventType, eventTypes } from '../core/email-event.ts';

/** How to read the events of a sender when the defaults do not fit. Paths are dotted: `data.mail.id`. */
export type SourceMapping = {
  /** Maps the sender's event types to ours. */
  readonly types?: Readonly<Record<string, EventType>>;
  readonly messageId?: string;
  readonly recipient?: string;
  readonly occurredAt?: string;
};

const pathNames = ['messageId', 'recipient', 'occurredAt'] as const;
const names: readonly string[] = ['types', ...pathNames];

/** Validates a mapping. It contains nothing secret, so errors quote what was found. */
export function readSourceMapping(value: unknown): SourceMapping {
  const mapping = readObject(value, 'the mapping');
  const unknown = Object.keys(mapping).find((name) => !names.includes(name));
  if (unknown !== undefined) throw problem('the mapping', `to have only ${names.join(', ')}`, unknown);
  const paths = pathNames.filter((name) => mapping[name] !== undefined);
  return {
    ...(mapping['types'] !== undefined && { types: readTypes(mapping['types']) }),
    ...Object.fromEntries(paths.map((name) => [name, readPath(mapping[name], `"${name}"`)])),
  };
}

function readTypes(value: unknown): Record<string, EventType> {
  const entries = Object.entries(readObject(value, '"types"'));
  return Object.fromEntries(entries.map(([word, type]) => [word, readType(type, `"types" for "${word}"`)]));
}

function readType(value: unknown, what: string): EventType {
  if (typeof value !== 'string' || !eventTypes.some((type) => type === value))
    throw problem(what, `to be one of ${eventTypes.join(', ')}`, value);
  return value as EventType;
}

function readPath(value: unknown, what: string): string {
  if (typeof value !== 'string' || !/^[^.\s]+(\.[^.\s]+)*$/.test(value))
    throw problem(what, 'to be a dotted path such as data.message_id', value);
  return value;
}

function readObject(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw problem(what, 'to be an object', value);
  return value as Record<string, unknown>;
}

function problem(what: string, expected: string, found: unknown): Error {
  const shown = found === undefined ? 'nothing' : (JSON.stringify(found) ?? typeof found);
  return new Error(`expected ${what} ${expected}, found ${shown}`);
}
