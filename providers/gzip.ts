import { gunzipSync } from 'node:zlib';

/**
 * The body without gzip, or the body as it came. Undefined if it would be above the limit: a small body can inflate to
 * gigabytes. What begins like gzip and is not stays as it is, and no signature will match it.
 */
export function withoutGzip(body: Buffer, maxBytes: number): Buffer | undefined {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return body;
  try {
    return gunzipSync(body, { maxOutputLength: maxBytes });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? undefined : body;
  }
}
