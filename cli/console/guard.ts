import { timingSafeEqual } from 'node:crypto';

/** What the console's server looks at before it does anything. */
export type IncomingFacts = {
  readonly host: string | undefined;
  readonly origin: string | undefined;
  /** The header Sec-Fetch-Site: browsers say with it where a request comes from. */
  readonly fetchSite: string | undefined;
};

export type Refused = { readonly status: 401 | 403 | 421; readonly detail: string };

/**
 * Undefined when the request comes from our own page, or from the address bar. A page of somebody else could otherwise ask the
 * server that runs on this machine, under another name for it or with the person's cookie.
 */
export function refuseForeign(
  { host, origin, fetchSite }: IncomingFacts,
  ownHosts: readonly string[],
): Refused | undefined {
  if (host === undefined || !ownHosts.includes(host.toLowerCase()))
    return { status: 421, detail: `expected the host ${ownHosts[0]}; open the URL that the program printed` };
  // From the same page only: under localhost and under 127.0.0.1 it is two different ones to a browser.
  if (origin !== undefined && origin !== `http://${host.toLowerCase()}`)
    return { status: 403, detail: 'the request comes from another site' };
  if (fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none')
    return {
      status: 403,
      detail: 'the request comes from another site; copy the URL into the address bar instead',
    };
  return undefined;
}

/** In the time that it takes for any two strings of this length, so that nobody can guess it letter by letter. */
export function isSameSecret(given: string | undefined, secret: string): boolean {
  const [one, other] = [Buffer.from(given ?? ''), Buffer.from(secret)];
  return one.length === other.length && timingSafeEqual(one, other);
}
