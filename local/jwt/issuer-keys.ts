import type { KeyObject } from 'node:crypto';
import { type Jwk, rsaKey } from './jwt.ts';

/** The public keys of an OpenID provider. */
export type IssuerKeys = {
  /** Undefined when the provider has no such key. Throws when it cannot be reached. */
  find(keyId: string): Promise<KeyObject | undefined>;
};

/** An unknown key is looked for again, since the provider may have a new one, but not with every request. */
const pauseMillis = 5_000;

export function openIssuerKeys(issuer: string): IssuerKeys {
  let keys = new Map<string, KeyObject>();
  let loadedAt = 0;

  async function load(): Promise<void> {
    const discovered = await getJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
    const { keys: listed = [] } = (await getJson(String(discovered['jwks_uri']))) as { keys?: Jwk[] };
    const read = listed.flatMap((jwk) => {
      const key = rsaKey(jwk);
      return key && jwk.kid ? [[jwk.kid, key] as const] : [];
    });
    keys = new Map(read);
    loadedAt = Date.now();
  }

  return {
    async find(keyId) {
      if (!keys.has(keyId) && Date.now() - loadedAt > pauseMillis) await load();
      return keys.get(keyId);
    },
  };
}

async function getJson(url: string): Promise<Record<string, unknown>> {
  const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return (await response.json()) as Record<string, unknown>;
}
