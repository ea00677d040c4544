import { isIP } from 'node:net';
import { isListableAddress, isPublicAddress } from './public-address.ts';

/** Why an endpoint's URL is refused; undefined when it can be posted to. `listed` are hosts that may be private, and without TLS. */
export function refusalOfUrl(text: string, listed: readonly string[]): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return 'expected a URL with https://';
  if (url.username || url.password || url.hash)
    return 'expected a URL without a user, a password and a #; requests are signed instead';
  if (isListed(url, listed)) return undefined;
  if (url.protocol !== 'https:')
    return `expected https://, found http://; for a server of your own, list its host in webhookPrivateHosts`;
  if (isIP(hostOf(url)) !== 0 && !isPublicAddress(hostOf(url)))
    return 'expected a public address, found a private one; for a server of your own, list it in webhookPrivateHosts';
  return undefined;
}

/** Whether an address that the host of the URL stands for may be connected to. */
export function mayConnect(url: URL, address: string, listed: readonly string[]): boolean {
  return isListed(url, listed) ? isListableAddress(address) : isPublicAddress(address);
}

/** A host is listed by its name, or by its name and port. */
function isListed(url: URL, listed: readonly string[]): boolean {
  return listed.includes(url.host) || listed.includes(url.hostname);
}

/** An IPv6 address without its brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}
