/** The addresses in a `To` header, without the names: `"Doe, Ana" <ana@example.com>, ben@example.com` has two. */
export function addressesIn(header: string): string[] {
  // A quoted name may contain a comma or another address.
  const parts = header.replace(/"(?:\\.|[^"\\])*"/g, '').split(',');
  const addresses = parts.map((part) => (/<([^<>]*)>/.exec(part)?.[1] ?? part).trim());
  return [...new Set(addresses.filter((address) => /^\S+@\S+$/.test(address)))];
}
