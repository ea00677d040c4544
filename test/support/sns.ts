import { createPublicKey } from 'node:crypto';
import { EventEmitter } from 'node:events';
import https from 'node:https';
import { vi } from 'vitest';

/** Stands in for Amazon's certificate server, which tests cannot reach: has the certificate of this key, or a fault. */
export function serveCertificate(signingKey: string, fault?: { status?: number; error?: Error }) {
  return vi.spyOn(https, 'get').mockImplementation(((
    _url: string,
    answer: (response: EventEmitter) => void,
  ) => {
    const request = new EventEmitter();
    setImmediate(() => {
      if (fault?.error) return request.emit('error', fault.error);
      const response = Object.assign(new EventEmitter(), { statusCode: fault?.status ?? 200 });
      answer(response);
      response.emit('data', createPublicKey(signingKey).export({ type: 'spki', format: 'pem' }));
      return response.emit('end');
    });
    return request;
  }) as unknown as typeof https.get);
}
