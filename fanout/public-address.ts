import { BlockList, isIP } from 'node:net';

/** What IANA lists as not reachable from the internet, or as standing for something else. */
const specialV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/** Of IPv6, only this is reachable from the internet at all. */
const globalV6 = '2000::/3';

/** Parts of it that are not, or that contain an IPv4 address: Teredo, 6to4 and the like. */
const specialV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20', '2620:4f:8000::/48'];

/** Of the machine itself and of its cloud: credentials are there. In no form is it ever a target. */
const neverV4 = ['0.0.0.0/8', '169.254.0.0/16'];
const neverV6 = ['fe80::/10', 'fd00:ec2::/32', '::/128'];

const special = { v4: listOf(specialV4, 'ipv4'), v6: listOf(specialV6, 'ipv6') };
const global = listOf([globalV6], 'ipv6');
const never = { v4: listOf(neverV4, 'ipv4'), v6: listOf(neverV6, 'ipv6') };

/** Whether an address is reachable from the internet, in whatever form it is written. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special.v4.check(address, 'ipv4');
  const mapped = mappedV4(address);
  if (mapped !== undefined) return isPublicAddress(mapped);
  return family === 6 && global.check(address, 'ipv6') && !special.v6.check(address, 'ipv6');
}

/** Whether an address can be posted to if somebody lists its host: any but those of the cloud's metadata. */
export function isListableAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !never.v4.check(address, 'ipv4');
  const mapped = mappedV4(address);
  if (mapped !== undefined) return isListableAddress(mapped);
  return family === 6 && !never.v6.check(address, 'ipv6');
}

/** The IPv4 address in one of the form ::ffff:127.0.0.1 or ::ffff:7f00:1. A connection to it is one to the IPv4 address. */
function mappedV4(address: string): string | undefined {
  if (isIP(address) !== 6 || address.includes('%')) return undefined;
  // The URL parser writes every address in one form.
  const { hostname } = new URL(`http://[${address}]`);
  const [, high, low] = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(hostname) ?? [];
  if (high === undefined || low === undefined) return undefined;
  const bytes = [high, low].flatMap((part) => {
    const value = Number.parseInt(part, 16);
    return [value >> 8, value & 0xff];
  });
  return bytes.join('.');
}

function listOf(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits = ''] = range.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}
