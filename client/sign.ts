import { createHash, createHmac } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';
import type { AwsCredentialIdentity, Provider } from '@smithy/types';

export type Credentials = AwsCredentialIdentity | Provider<AwsCredentialIdentity>;

type UnsignedRequest = { readonly method: string; readonly url: URL; readonly body: string };

/** Returns a function that signs a request for API Gateway: its headers. */
export function signer(region: string, credentials: Credentials) {
  const signature = new SignatureV4({ service: 'execute-api', region, credentials, sha256: Sha256 });
  return async ({ method, url, body }: UnsignedRequest): Promise<Record<string, string>> => {
    const { headers } = await signature.sign({
      method,
      protocol: url.protocol,
      hostname: url.hostname,
      port: url.port === '' ? undefined : Number(url.port),
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: { host: url.host, ...(body !== '' && { 'content-type': 'application/json' }) },
      body,
    });
    // fetch sets the host header itself.
    const { host: _, ...others } = headers;
    return others;
  };
}

/** Node's hash with the interface that SignatureV4 expects. */
class Sha256 {
  private readonly hash;

  constructor(secret?: unknown) {
    this.hash = secret === undefined ? createHash('sha256') : createHmac('sha256', secret as Uint8Array);
  }

  update(chunk: string | Uint8Array): void {
    this.hash.update(chunk);
  }

  async digest(): Promise<Uint8Array> {
    return this.hash.digest();
  }

  reset(): void {}
}
