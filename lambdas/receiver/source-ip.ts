import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';

/** Set by the proxy: its secret, and the address of whoever connected to it. */
const secretHeader = 'x-mailfold-proxy';
const addressHeader = 'x-mailfold-source';

type Headers = Readonly<Record<string, string | undefined>>;

/**
 * The address that a request comes from. Behind a proxy, API Gateway sees the proxy's address. A header can say another one, but
 * anybody can send headers, so it counts only beside a secret that the proxy adds. Only digests of the secret are in the
 * settings: there may be two while it changes.
 */
export function sourceIpReader(secretDigests: readonly string[]): (headers: Headers, peer: string) => string {
  const digests = secretDigests.map((hex) => Buffer.from(hex, 'hex'));
  return (headers, peer) => {
    const { [secretHeader]: secret, [addressHeader]: address = '' } = headers;
    if (!secret || !isIP(address)) return peer;
    const digest = createHash('sha256').update(secret).digest();
    const isProxy = digests.some((known) => known.length === digest.length && timingSafeEqual(known, digest));
    return isProxy ? address : peer;
  };
}
