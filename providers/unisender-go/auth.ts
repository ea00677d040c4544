import { createHash } from 'node:crypto';

/** MD5 of the body with the API key in the place of `auth`: `start` is what stands before it, `end` what follows. */
export function md5With(key: string, start: Buffer, end: Buffer): Buffer {
  return createHash('md5').update(start).update(key).update(end).digest();
}
