import type { MailfoldWebhook } from './events.ts';
import { MailfoldError } from './mailfold-error.ts';

/** Headers of a request: of `fetch`, of Node's `http`, or a plain object in any letter case. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export type VerifyOptions = {
  /** How old a request may be, and how far ahead its clock, in seconds. @default 300 */
  readonly toleranceSeconds?: number;
  /** @default the clock of this machine */
  readonly now?: Date;
};

const secretPrefix = 'whsec_';

/**
 * Verifies a webhook of Mailfold and returns its event. `body` is the body as it came, before any parser. Pass several secrets during a
 * rotation. Throws a MailfoldError with the code `webhook-invalid` when the signature is not of this secret, or too old: answer 400.
 */
export async function verifyMailfoldWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = new Date() }: VerifyOptions = {},
): Promise<MailfoldWebhook> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  );
  if (!id || !timestamp || !signatures)
    throw invalid('expected the headers webhook-id, webhook-timestamp and webhook-signature');
  if (!/^\d{1,12}$/.test(timestamp)) throw invalid('expected webhook-timestamp to be a number of seconds');
  const text = typeof body === 'string' ? body : new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = concat(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  if (!(await isSigned(signed, signatures, typeof secret === 'string' ? [secret] : secret)))
    throw invalid('expected a signature that was made with this secret');
  if (Math.abs(now.getTime() / 1_000 - Number(timestamp)) > toleranceSeconds)
    throw invalid(`expected a webhook of the last ${toleranceSeconds} seconds`);
  return parsed(text, id);
}

async function isSigned(
  signed: Uint8Array<ArrayBuffer>,
  signatures: string,
  secrets: readonly string[],
): Promise<boolean> {
  const given = signatures
    .split(' ')
    .flatMap((each) => (each.startsWith('v1,') ? (fromBase64(each.slice(3)) ?? []) : []));
  const keys = await Promise.all(secrets.map(keyOf));
  const checks = keys.flatMap((key) => given.map((each) => crypto.subtle.verify('HMAC', key, each, signed)));
  return (await Promise.all(checks)).some(Boolean);
}

async function keyOf(secret: string) {
  const bytes = secret.startsWith(secretPrefix) ? fromBase64(secret.slice(secretPrefix.length)) : undefined;
  // A mistake of the caller, and no webhook's.
  if (!bytes || bytes.length === 0)
    throw new MailfoldError(
      'secret-invalid',
      'expected a secret that begins with whsec_, as `mailfold webhooks secret` prints it',
    );
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

/** The id in the body is the one that was signed, so that a program can rely on either. */
function parsed(text: string, id: string): MailfoldWebhook {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid('expected a body that is JSON');
  }
  const { type, data } = (value ?? {}) as { type?: unknown; data?: { id?: unknown } };
  if (typeof type !== 'string' || data?.id !== id) throw invalid('expected an event of Mailfold');
  return value as MailfoldWebhook;
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (isFetchHeaders(headers)) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : undefined;
}

function isFetchHeaders(headers: WebhookHeaders): headers is { get(name: string): string | null } {
  return typeof headers.get === 'function';
}

/** Undefined when it is not base64. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function concat(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  return all;
}

function invalid(message: string): MailfoldError {
  return new MailfoldError('webhook-invalid', message);
}
