import { createSecretKey, type KeyObject } from 'node:crypto';
import { firstIn, readForm } from '../form.ts';
import { isSignedByOneOf } from '../hmac.ts';
import { genuine, refused, type Verifier, type WebhookRequest } from '../provider.ts';
import { secretKeys } from '../secret-keys.ts';
import { eventsField, signedFields, testKey } from './signed-text.ts';

const keyOfTests = [createSecretKey(testKey, 'utf8')];

export const mandrill: Verifier = {
  verify(request, context) {
    if (!request.headers['x-mandrill-signature']) return refused('headers-missing');
    const keys = secretKeys('mandrill', context.keys);
    return isSignedBy(keys, request) ? genuine : refused('signature-mismatch');
  },
  isTest: (request) =>
    firstIn(readForm(request.body), eventsField)?.trim() === '[]' && isSignedBy(keyOfTests, request),
};

/** The URL is the one that the operator has entered at Mandrill, which can be any of those that lead here. */
function isSignedBy(keys: readonly KeyObject[], { headers, body, urls = [] }: WebhookRequest): boolean {
  const hmacs = [Buffer.from(headers['x-mandrill-signature'] ?? '', 'base64')];
  const fields = signedFields(readForm(body));
  return urls.some((url) => isSignedByOneOf(keys, hmacs, url, fields, 'sha1'));
}
