/** More keys than anybody uses at once. With more, some are old keys that were replaced. */
const maxKeys = 50;

/**
 * Caches parsed keys, because parsing a key can take longer than a check with it. Keys come from our own secret and never
 * from a request, so an attacker cannot fill the cache.
 */
export function readOnce<Key>(read: (written: string) => Key): (written: string) => Key {
  const known = new Map<string, { readonly key: Key }>();
  return (written) => {
    let found = known.get(written);
    if (!found) {
      if (known.size >= maxKeys) known.clear();
      found = { key: read(written) };
      known.set(written, found);
    }
    return found.key;
  };
}
