/** More than anybody has in use: what is beyond are keys that have long been replaced. */
const most = 50;

/**
 * Reads each key's text once: a warm instance sees the same few all its life, and reading one can cost more than a check
 * with it. The texts are those of our own secret, never of a request, so a stranger cannot fill this memory.
 */
export function readOnce<Key>(read: (text: string) => Key): (text: string) => Key {
  const known = new Map<string, { readonly key: Key }>();
  return (text) => {
    let found = known.get(text);
    if (!found) {
      if (known.size >= most) known.clear();
      found = { key: read(text) };
      known.set(text, found);
    }
    return found.key;
  };
}
