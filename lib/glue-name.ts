import { createHash } from 'node:crypto';

/** Glue allows lower-case letters, digits and underscores. Where another character is replaced, a hash keeps names apart. */
export function glueNameOf(mailfoldName: string): string {
  const name = mailfoldName.toLowerCase().replaceAll(/[^a-z0-9_]/g, '_');
  if (name === mailfoldName.toLowerCase()) return name;
  return `${name}_${createHash('sha256').update(mailfoldName).digest('hex').slice(0, 6)}`;
}
