import { createHash, createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';

/** HMAC-SHA256 over all parts. They are not concatenated, because the body can be large. */
export function hmacSha256(key: string | Buffer, ...parts: readonly (string | Buffer)[]): Buffer {
  const hmac = createHmac('sha256', key);
  for (const part of parts) hmac.update(part);
  return hmac.digest();
}

/**
 * Whether one of the HMACs was made with one of the keys. During a rotation there can be several of both. Keys are
 * KeyObjects that are created once: with a Buffer as key, Node takes several times as long for a small body.
 */
export function isSignedByOneOf(
  keys: readonly KeyObject[],
  hmacs: readonly Buffer[],
  start: string,
  rest: string | Buffer,
  algorithm = 'sha256',
): boolean {
  if (hmacs.length === 0) return false;
  for (const key of keys) {
    const expected = createHmac(algorithm, key).update(start).update(rest).digest();
    for (const hmac of hmacs) if (isSame(hmac, expected)) return true;
  }
  return false;
}

const noBytes = Buffer.alloc(0);

/** Invalid hex yields fewer bytes, so the comparison fails. */
export function hmacFromHex(hex: string): Buffer {
  return hex.length === 64 ? Buffer.from(hex, 'hex') : noBytes;
}

/** Takes the same time wherever the first difference is, so that nobody can guess a signature byte by byte. */
export function isSame(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Compares digests, which have the same length, so that the time does not reveal the length of a password. */
export function isSameString(one: string, other: string): boolean {
  return timingSafeEqual(sha256(one), sha256(other));
}

function sha256(value: string): Buffer {
  return createHash('sha256').update(value).digest();
}
