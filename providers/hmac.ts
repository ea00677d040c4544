import { createHash, createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';

/** HMAC-SHA256 over the parts one after the other; the body can be large, so nothing is concatenated. */
export function hmacSha256(key: string | Buffer, ...parts: readonly (string | Buffer)[]): Buffer {
  const hmac = createHmac('sha256', key);
  for (const part of parts) hmac.update(part);
  return hmac.digest();
}

/**
 * Whether one of the HMACs is that of one of the keys; there are several of either while one key replaces another. Keys
 * are KeyObjects, made once: with one of bytes in a Buffer, Node takes several times as long for a small body.
 */
export function isSignedByOneOf(
  keys: readonly KeyObject[],
  macs: readonly Buffer[],
  start: string,
  rest: string | Buffer,
): boolean {
  if (macs.length === 0) return false;
  for (const key of keys) {
    const expected = createHmac('sha256', key).update(start).update(rest).digest();
    for (const mac of macs) if (isSame(mac, expected)) return true;
  }
  return false;
}

const none = Buffer.alloc(0);

/** The bytes of an HMAC-SHA256 in hex. Of any other text they are too few: Node stops at what is no hex. */
export function macIn(hex: string): Buffer {
  return hex.length === 64 ? Buffer.from(hex, 'hex') : none;
}

/** In the same time wherever the first difference is, so that nobody can find a signature byte by byte. */
export function isSame(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

/** For texts of any length: their digests have the same length, and so tell nothing by it. */
export function isSameText(one: string, other: string): boolean {
  return timingSafeEqual(sha256(one), sha256(other));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
