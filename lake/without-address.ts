/** Longer strings are not names of anything, and would fill the dictionary of their column. */
const maxLength = 200;

/**
 * A name that somebody chose: a tag, a template, a class of failures. Null when it could contain an address, because nothing in
 * the lake names a person.
 */
export function nameWithoutAddress(text: unknown): string | null {
  if (typeof text !== 'string' || text === '' || text.length > maxLength) return null;
  return text.includes('@') || text.includes('%40') ? null : text;
}

/** A link without its query, which often identifies the reader. Of a path with an address only the host is left. */
export function linkWithoutQuery(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, origin, pathname } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  const path = pathname.length > maxLength || nameWithoutAddress(pathname) === null ? '/' : pathname;
  return `${origin}${path}`;
}
