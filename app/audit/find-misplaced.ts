import { type Address, earlierKeysOf, parseAddress } from '../../core/ids.ts';
import type { SuppressionEntry } from '../../core/suppression.ts';
import type { AuditedAddress, AuditReader } from '../ports/audit.ts';
import type { Finding } from './difference.ts';

/**
 * The key under which questions look for what an earlier version stored under this key: it took an address with a name, as SES
 * reports some, for another one than the plain address. Undefined when they find it anyway, or it names no mailbox.
 */
export function keyInsteadOf(key: string): Address | undefined {
  const mailbox = parseAddress(key);
  if (!mailbox || mailbox === key || earlierKeysOf(mailbox).some((earlier) => earlier === key))
    return undefined;
  return mailbox;
}

/** The same entry under the key that questions read, or undefined if it is there already. */
export function replaced<Entry extends SuppressionEntry>(entry: Entry): Entry | undefined {
  const address = keyInsteadOf(entry.address);
  return address && { ...entry, address };
}

/** Entries of an address that no question about it finds: it would be said that mail may be sent. */
export async function findingsOfMisplaced(
  { address, entries }: AuditedAddress,
  reader: AuditReader,
): Promise<Finding[]> {
  if (!keyInsteadOf(address)) return [];
  const misplaced = entries.flatMap(({ place, entry, problem }) => {
    const copy = problem ? undefined : replaced(entry);
    return copy ? [{ place, copy }] : [];
  });
  const stored = await reader.findEntries(misplaced.map(({ copy }) => copy));
  return misplaced.flatMap(({ place, copy }, index): Finding[] => {
    if (stored[index]) return [];
    const [expected] = reader.placesOfEntry(copy);
    return [
      {
        what: 'suppression',
        where: place,
        expected: `the same also in row ${expected}`,
        found: 'only under a key that no question reads',
        repair: { type: 'entry', entry: copy, recordedAt: copy.recordedAt, isCopy: true },
      },
    ];
  });
}
