import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { asEnqueued, maxBodyBytes, readableBody } from '../../providers/as-enqueued.ts';

const body = Buffer.from('{"event":"delivered"}');
const compressing = { mayCompress: true } as const;

describe('a body', () => {
  it('is inflated if its provider may compress, and left alone otherwise', () => {
    expect(readableBody(compressing, gzipSync(body))).toEqual(body);
    expect(readableBody(compressing, body)).toEqual(body);
    expect(readableBody({}, gzipSync(body))).toEqual(gzipSync(body));
  });

  it('that only begins like gzip stays as it is, so that its signature cannot match', () => {
    for (const broken of [Buffer.of(0x1f, 0x8b), gzipSync(body).subarray(0, 12), Buffer.of(0x1f, 0x8b, 1, 2)])
      expect(readableBody(compressing, broken)).toEqual(broken);
  });

  it('that inflates above the limit is not inflated: a kilobyte can become gigabytes', () => {
    expect(readableBody(compressing, gzipSync(Buffer.alloc(maxBodyBytes)))).toHaveLength(maxBodyBytes);
    expect(readableBody(compressing, gzipSync(Buffer.alloc(maxBodyBytes + 1)))).toBeUndefined();
  });
});

describe('what the consumer gets', () => {
  it('is the readable body, and the headers that the manifest names', () => {
    const request = {
      headers: { authorization: 'Basic x', 'x-id': '1' },
      body: gzipSync(body),
      urls: ['https://x'],
    };
    expect(asEnqueued({ ...compressing, headersToKeep: ['x-id'] }, request)).toEqual({
      headers: { 'x-id': '1' },
      body,
    });
  });
});
