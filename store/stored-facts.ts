import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { StoredFacts } from '../app/ports/lake.ts';
import { readEventFields } from './event-row.ts';
import { unpackPayload } from './payload.ts';
import type { RowFields } from './row-fields.ts';
import type { RowImage } from './stream-event.ts';

/** Names of the fields of a payload that tell the server, by provider. Empty when nobody asks for it. */
export type ServerFields = (provider: string) => readonly string[];

/** The facts of an event row. Throws when it cannot be read. */
export function readFacts(row: RowFields, serverFields: ServerFields): StoredFacts {
  const facts = readEventFields(row) as StoredFacts;
  const server = serverIn(row, serverFields(facts.provider));
  return server === undefined ? facts : { ...facts, server };
}

/** The facts of the new event row in a stream record. Throws when it cannot be read. */
export function factsInImage(image: RowImage, serverFields: ServerFields): StoredFacts {
  const row: Record<string, unknown> = {};
  const needsPayload = serverFields(image['provider']?.S ?? '').length > 0;
  for (const name of Object.keys(image)) {
    const value = image[name];
    if (value && (needsPayload || name !== 'payload')) row[name] = plainValue(value);
  }
  return readFacts(row, serverFields);
}

/** No attribute of a row, because few ask for it. Unpacking the payload takes longer than everything else. */
function serverIn(row: RowFields, names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  const payload = JSON.parse(unpackPayload(row));
  const found = names.map((name) => payload?.[name]).find((value) => value !== undefined && value !== null);
  return found === undefined ? undefined : String(found);
}

/** Only what event rows contain: the SDK's own function is several times slower. */
function plainValue(value: AttributeValue): unknown {
  if (value.S !== undefined) return value.S;
  if (value.N !== undefined) return Number(value.N);
  if (value.BOOL !== undefined) return value.BOOL;
  // Lambda passes bytes as base64, the SDK as they are.
  if (value.B !== undefined) return bytesIn(value.B);
  if (value.L !== undefined) return value.L.map(plainValue);
  if (value.M !== undefined)
    return Object.fromEntries(Object.entries(value.M).map(([name, each]) => [name, plainValue(each)]));
  return undefined;
}

function bytesIn(value: Uint8Array | string): Uint8Array {
  return typeof value === 'string' ? Buffer.from(value, 'base64') : value;
}
