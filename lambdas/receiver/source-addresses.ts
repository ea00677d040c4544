import { BlockList, isIP } from 'node:net';

/** Checks the source IP address. A provider without a list may send from any address. */
export function sourceAddresses(listsByProvider: Readonly<Record<string, readonly string[]>>) {
  const lists = new Map(
    Object.entries(listsByProvider).map(([provider, ranges]) => [provider, blockListOf(ranges)]),
  );
  return (provider: string, sourceIp: string | undefined): boolean => {
    const list = lists.get(provider);
    if (!list) return true;
    return sourceIp !== undefined && isIP(sourceIp) !== 0 && list.check(sourceIp, familyOf(sourceIp));
  };
}

function blockListOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/');
    if (isIP(address) === 0)
      throw new Error(`expected an IP address or a range such as 192.0.2.0/24, found "${range}"`);
    if (prefix === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return list;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
