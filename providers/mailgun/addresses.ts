/** The addresses in a `To` header, without the names: `"Doe, Ana" <ana@example.com>, ben@example.com` has two. */
export function addressesIn(header: string): string[] {
  // A quoted name may contain a comma or another address. A quote that does not end stays: it matches the rest at once,
  // so that many of them do not make it slow.
  const unquoted = header.replace(/"(?:\\[\s\S]|[^"\\])*("|$)/g, (quoted, end) => (end ? '' : quoted));
  const addresses = unquoted.split(',').map((part) => (/<([^<>]*)>/.exec(part)?.[1] ?? part).trim());
  return [...new Set(addresses.filter(isAddressLike))];
}

function isAddressLike(text: string): boolean {
  return text.slice(1, -1).includes('@') && !/\s/.test(text);
}
