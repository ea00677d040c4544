import type { Credentials } from './credentials.ts';
import type { ApiRequest } from './request.ts';
import { uriEncoded } from './uri-encoded.ts';

type Signing = { readonly credentials: Credentials; readonly region: string; readonly now: Date };

/**
 * The headers of a request for API Gateway, with an AWS Signature Version 4. Uses only what browsers, edge runtimes and Node
 * have in common.
 */
export async function signedHeaders(
  { method, url, headers, body }: ApiRequest,
  { credentials, region, now }: Signing,
): Promise<Record<string, string>> {
  // 20260131T235959Z
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '');
  const bodyHash = hex(await sha256(body));
  const sent: Record<string, string> = {
    ...headers,
    'x-amz-content-sha256': bodyHash,
    'x-amz-date': time,
    ...(credentials.sessionToken && { 'x-amz-security-token': credentials.sessionToken }),
  };
  const signed = Object.entries({ ...sent, host: url.host }).sort(byName);
  const names = signed.map(([name]) => name).join(';');
  const canonical = [
    method,
    url.pathname.split('/').map(uriEncoded).join('/'),
    canonicalQuery(url),
    ...signed.map(([name, value]) => `${name}:${value.trim().replace(/\s+/g, ' ')}`),
    '',
    names,
    bodyHash,
  ].join('\n');
  const scope = [time.slice(0, 8), region, service, 'aws4_request'];
  const text = [algorithm, time, scope.join('/'), hex(await sha256(canonical))].join('\n');
  const signature = hex(await hmac(await signingKey(credentials.secretAccessKey, scope), text));
  const authorization = `${algorithm} Credential=${credentials.accessKeyId}/${scope.join('/')}, SignedHeaders=${names}, Signature=${signature}`;
  // fetch sets the host header itself.
  return { ...sent, authorization };
}

const service = 'execute-api';
const algorithm = 'AWS4-HMAC-SHA256';

function canonicalQuery({ searchParams }: URL): string {
  return [...searchParams]
    .map(([name, value]) => [uriEncoded(name), uriEncoded(value)] as const)
    .sort(byName)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/** No two have the same name. */
function byName([one]: readonly [string, string], [other]: readonly [string, string]): number {
  return one < other ? -1 : 1;
}

async function signingKey(secret: string, scope: readonly string[]): Promise<Uint8Array<ArrayBuffer>> {
  let key = bytes(`AWS4${secret}`);
  for (const part of scope) key = await hmac(key, part);
  return key;
}

async function hmac(secret: Uint8Array<ArrayBuffer>, text: string): Promise<Uint8Array<ArrayBuffer>> {
  const hash = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', secret, hash, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes(text)));
}

async function sha256(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes(text)));
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function hex(data: Uint8Array): string {
  return [...data].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
