import { byteLength, cutToBytes } from './byte-length.ts';

/** The custom arguments of a send, such as a tenant or a campaign: names and values that the sender chose. */
export type Metadata = Readonly<Record<string, string>>;

/** What is kept of them. An event row has to stay within one write unit of 1 KB, together with its payload. */
export const metadataLimits = { entries: 10, nameBytes: 40, valueBytes: 80, bytes: 240 } as const;

/**
 * Keeps the first entries by name, as many as fit. A name that is too long is left out, because a shorter one could be that of
 * another entry; a value is cut. The payload still has everything, and no id of an event depends on this.
 */
export function toMetadata(given: Iterable<readonly [string, string | undefined]>): Metadata | undefined {
  const kept: [string, string][] = [];
  let bytes = 0;
  for (const [name, value] of entriesOf(given)) {
    if (kept.length === metadataLimits.entries) break;
    const size = byteLength(name) + byteLength(value);
    if (bytes + size > metadataLimits.bytes) continue;
    bytes += size;
    kept.push([name, value]);
  }
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

/** By name, with names and values that can be stored. */
function entriesOf(given: Iterable<readonly [string, string | undefined]>): [string, string][] {
  const entries = new Map<string, string>();
  for (const [name, value] of given) {
    const known = name.trim().toWellFormed();
    if (value !== undefined && isName(known))
      entries.set(known, cutToBytes(value.toWellFormed(), metadataLimits.valueBytes));
  }
  return [...entries].sort(([one], [other]) => (one < other ? -1 : 1));
}

/** DynamoDB takes no empty name, and reading a row would set the prototype instead of an entry named `__proto__`. */
function isName(name: string): boolean {
  return name !== '' && name !== '__proto__' && byteLength(name) <= metadataLimits.nameBytes;
}
