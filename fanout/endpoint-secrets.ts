import { createHmac, randomBytes } from 'node:crypto';
import { generatedKeyName } from '../core/webhook-endpoint.ts';

/** The secret of all endpoints in Secrets Manager. */
export type EndpointSecrets = {
  /** Signs for an endpoint: one, or several during a rotation, the newest first. */
  of(endpoint: string): readonly string[];
  /** The same JSON with these secrets for an endpoint. */
  with(endpoint: string, secrets: readonly string[]): string;
};

/**
 * Reads the value of the secret: a generated key, and under `endpoints` the secrets of those that were rotated. The first secret of an
 * endpoint is derived from the generated key, so that every endpoint has one as soon as the stack is deployed, and Secrets Manager
 * charges for one secret only. Errors never quote the value.
 */
export function readEndpointSecrets(value: string | undefined): EndpointSecrets {
  const all = objectIn(parsed(value)) ?? notAnObject();
  const given = objectIn(all['endpoints'] ?? {}) ?? notAnObject();
  return {
    of: (endpoint) => givenSecrets(given[endpoint], endpoint) ?? [derivedSecret(all, endpoint)],
    with: (endpoint, secrets) => JSON.stringify({ ...all, endpoints: { ...given, [endpoint]: secrets } }),
  };
}

export function newSecret(): string {
  return secretOf(randomBytes(32));
}

function derivedSecret(entries: Readonly<Record<string, unknown>>, endpoint: string): string {
  const key = entries[generatedKeyName];
  if (typeof key !== 'string' || key.length < 32)
    throw new Error(
      `webhook secret: expected a generated key of at least 32 characters in "${generatedKeyName}", found none`,
    );
  return secretOf(createHmac('sha256', key).update(`webhook ${endpoint}`).digest());
}

function secretOf(bytes: Buffer): string {
  return `whsec_${bytes.toString('base64')}`;
}

function givenSecrets(entry: unknown, endpoint: string): readonly string[] | undefined {
  if (entry === undefined) return undefined;
  const list: unknown[] = Array.isArray(entry) ? entry : [entry];
  if (list.length === 0 || !list.every(isSecret))
    throw new Error(
      `webhook secret: expected "${endpoint}" to be a secret that begins with whsec_, or a list of them, found something else`,
    );
  return list;
}

/** Standard Webhooks asks for 24 to 64 bytes. */
function isSecret(text: unknown): text is string {
  if (typeof text !== 'string' || !/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(text)) return false;
  const { length } = Buffer.from(text.slice('whsec_'.length), 'base64');
  return length >= 24 && length <= 64;
}

function parsed(value = ''): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** Without a prototype, an endpoint named "constructor" has no entry. */
function objectIn(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.assign(Object.create(null), value)
    : undefined;
}

function notAnObject(): never {
  throw new Error('webhook secret: expected a JSON object, found something else');
}
