/** More keys than anybody has in use: any beyond that have long been replaced. */
const mostKeys = 50;

/**
 * Reads each key once: a warm instance sees the same few all its life, and reading one can cost more than a check with
 * it. Keys come from our own secret, never from a request, so a stranger cannot fill this memory.
 */
export function readOnce<Key>(read: (written: string) => Key): (written: string) => Key {
  const known = new Map<string, { readonly key: Key }>();
  return (written) => {
    let found = known.get(written);
    if (!found) {
      if (known.size >= mostKeys) known.clear();
      found = { key: read(written) };
      known.set(written, found);
    }
    return found.key;
  };
}
