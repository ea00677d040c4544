import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** HMAC-SHA256 over the parts one after the other; the body can be large, so nothing is concatenated. */
export function hmacSha256(key: string | Buffer, ...parts: readonly (string | Buffer)[]): Buffer {
  const hmac = createHmac('sha256', key);
  for (const part of parts) hmac.update(part);
  return hmac.digest();
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
