import { canonicalDomain } from './domain.ts';

/** Longer than any mailbox with a name; a limit keeps the work for a hostile string small. */
const maxLength = 4_000;

/** Control characters, and characters that nobody sees: two strings that look the same could be two mailboxes. */
const invisible =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
  /[\0-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff0-\uffff]|\p{Cs}/u;

/** Other forms of the sign itself, which some programs read as one and some do not. */
const otherAtSigns = /[\uff20\ufe6b]/;

/**
 * The one mailbox that a string names, in the form that all of its spellings share: without a name, brackets, `mailto:` and
 * trailing dot, in lower case, the domain in punycode. Undefined when it names none, several, or one that cannot be told.
 */
export function mailboxIn(text: string): string | undefined {
  if (text.length > maxLength) return undefined;
  const trimmed = text.trim().normalize('NFC');
  if (invisible.test(trimmed) || otherAtSigns.test(trimmed)) return undefined;
  const bare = withoutQuotes(withoutScheme(withoutName(withoutTrailing(trimmed))));
  const at = bare.lastIndexOf('@');
  const local = canonicalLocal(bare.slice(0, Math.max(at, 0)));
  const domain = canonicalDomain(bare.slice(at + 1));
  return local && domain ? `${local}@${domain}` : undefined;
}

/** `ana@example.com (Ana),` without the comment, and without the end of a list that has only this entry. */
function withoutTrailing(text: string): string {
  let rest = text.replace(/[\s,;]+$/, '');
  while (rest.endsWith(')')) {
    const start = rest.lastIndexOf('(');
    const comment = start < 0 ? '' : rest.slice(start + 1, -1);
    if (start < 0 || comment.includes(')') || comment.includes('\\')) return rest;
    rest = rest.slice(0, start).trimEnd();
  }
  return rest;
}

/** `'ana@example.com'`: quotes around the whole address protect nothing. */
function withoutQuotes(text: string): string {
  return /^'.*'$/.test(text) || /^"[^"\\]*"$/.test(text) ? text.slice(1, -1).trim() : text;
}

/** `"Ana" <ana@example.com>` without the name. An empty string when it is unclear where the name ends. */
function withoutName(text: string): string {
  if (!text.endsWith('>')) return text;
  const start = openingBracket(text);
  if (start === undefined) return '';
  const name = withoutQuoted(text.slice(0, start));
  const inner = text.slice(start + 1, -1).trim();
  // `ana@example.com, Ben <ben@example.com>` is a list. Quotes protect these characters.
  const isList = name.includes('@') && /[,;]/.test(name);
  return isList || /[<>"]/.test(name) ? '' : inner;
}

/** The first `<` outside of quotes. */
function openingBracket(text: string): number | undefined {
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (isQuoted && character === '\\') at += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (character === '<' && !isQuoted) return at;
  }
  return undefined;
}

function withoutQuoted(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"/g, '');
}

/** The address in a mailto link, which is percent-encoded and may go on with a subject. Some write the link as a URL, with `//`. */
function withoutScheme(text: string): string {
  if (!/^mailto:/i.test(text)) return text;
  const [encoded = ''] = text.replace(/^mailto:(\/\/)?/i, '').split('?');
  // A link encodes the slashes of an address, so nobody can tell whether this one belongs to it.
  if (encoded.startsWith('/')) return '';
  try {
    const decoded = decodeURIComponent(encoded).trim().normalize('NFC');
    return invisible.test(decoded) || otherAtSigns.test(decoded) ? '' : decoded;
  } catch {
    return '';
  }
}

/** Any character that needs no quotes. Permissive about dots: some providers gave out addresses with two in a row. */
const plainLocal = /^[^\s@,;:<>()[\]"\\]+$/;
const quotedLocal = /^"((?:[^"\\]|\\.)*)"$/;
/** A character that somebody encoded once too often, or a real percent sign: it could be either. */
const percentEncoded = /%[0-9a-f]{2}/i;

/** The part before the `@`. Quotes that protect nothing are dropped. Servers may tell letter case apart; none does. */
function canonicalLocal(text: string): string | undefined {
  const quoted = quotedLocal.exec(text)?.[1]?.replace(/\\(.)/g, '$1');
  const local = (quoted ?? text).toLowerCase().normalize('NFC');
  if (local === '' || percentEncoded.test(local)) return undefined;
  if (plainLocal.test(local)) return local;
  return quoted === undefined ? undefined : `"${local.replace(/["\\]/g, '\\$&')}"`;
}
