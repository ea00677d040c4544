import { createSecretKey, type KeyObject } from 'node:crypto';
import { hmacFromHex, isSignedByOneOf } from '../hmac.ts';
import { isObject } from '../json.ts';
import { genuine, refused, type Verifier, type WebhookRequest } from '../provider.ts';
import { secretKeys } from '../secret-keys.ts';
import { testSecret, testType } from './test-message.ts';

const keyOfTests = [createSecretKey(testSecret, 'utf8')];

export const mailersend: Verifier = {
  verify(request, context) {
    if (!request.headers['signature']) return refused('headers-missing');
    const keys = secretKeys('mailersend', context.keys);
    return isSignedBy(keys, request) ? genuine : refused('signature-mismatch');
  },
  isTest: (request) => isSignedBy(keyOfTests, request) && typeIn(request.body) === testType,
};

function isSignedBy(keys: readonly KeyObject[], { headers, body }: WebhookRequest): boolean {
  return isSignedByOneOf(keys, [hmacFromHex(headers['signature']?.trim() ?? '')], '', body);
}

function typeIn(body: Buffer): unknown {
  try {
    const content: unknown = JSON.parse(body.toString());
    return isObject(content) ? content['type'] : undefined;
  } catch {
    return undefined;
  }
}
