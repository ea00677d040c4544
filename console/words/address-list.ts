export type AddressList = {
  readonly addresses: readonly string[];
  /** What else was in the list. */
  readonly others: readonly string[];
};

/** A name and the brackets around an address: `"Lee, Ann" <ann@example.com>`. */
const named = /(?<=^|[\s,;])(?:"[^"]*"|[^\s,;<>"@]|[ \t])*<([^<>]*)>/g;

/** Takes a pasted list apart: separated by commas, semicolons, blanks or lines, with or without names. */
export function readAddresses(text: string): AddressList {
  const parts = text
    .replace(named, ' $1 ')
    .split(/[\s,;]+/)
    .filter(Boolean);
  const isAddress = (part: string) => /^[^\s@"<>]+@[^\s@"<>]+$/.test(part);
  return {
    addresses: [...new Set(parts.filter(isAddress))],
    others: [...new Set(parts.filter((part) => !isAddress(part)))],
  };
}
