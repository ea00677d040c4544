import { createPublicKey } from 'node:crypto';
import { EventEmitter } from 'node:events';
import https from 'node:https';
import { vi } from 'vitest';
import { certificateUrl } from '../../providers/ses/simulate.ts';

/** A fake of Amazon's certificate server. It returns the certificates of these keys, or a fault. */
export function serveCertificates(
  signingKeys: readonly string[],
  fault?: { status?: number; error?: Error },
) {
  return vi.spyOn(https, 'get').mockImplementation(((
    url: string,
    answer: (response: EventEmitter) => void,
  ) => {
    const request = new EventEmitter();
    // With a single key, any URL is answered, so that a test can choose one.
    const key =
      signingKeys.length === 1 ? signingKeys[0] : signingKeys.find((each) => certificateUrl(each) === url);
    setImmediate(() => {
      if (fault?.error) return request.emit('error', fault.error);
      const response = Object.assign(new EventEmitter(), { statusCode: fault?.status ?? (key ? 200 : 404) });
      answer(response);
      if (key) response.emit('data', createPublicKey(key).export({ type: 'spki', format: 'pem' }));
      return response.emit('end');
    });
    return request;
  }) as unknown as typeof https.get);
}
