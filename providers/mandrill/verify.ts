import { createSecretKey, type KeyObject } from 'node:crypto';
import { firstIn, readForm } from '../form.ts';
import { isSignedByOneOf } from '../hmac.ts';
import { genuine, refused, type Verifier } from '../provider.ts';
import { secretKeys } from '../secret-keys.ts';
import { eventsField, signedFields, testKey } from './signed-text.ts';

const keyOfTests = createSecretKey(testKey, 'utf8');

export const mandrill: Verifier = {
  verify({ headers, body, urls = [] }, context) {
    const signature = headers['x-mandrill-signature'];
    if (!signature) return refused('headers-missing');
    const keys = secretKeys('mandrill', context.keys);
    const form = readForm(body);
    const hmacs = [Buffer.from(signature, 'base64')];
    const fields = signedFields(form);
    // The URL is the one that the operator has entered at Mandrill, which can be any of those that lead here.
    const isSignedBy = (some: readonly KeyObject[]) =>
      urls.some((url) => isSignedByOneOf(some, hmacs, url, fields, 'sha1'));
    if (isSignedBy(keys)) return genuine;
    const isEmpty = firstIn(form, eventsField)?.trim() === '[]';
    return isEmpty && isSignedBy([keyOfTests])
      ? { genuine: true, next: { type: 'acknowledge', reason: 'test of a new webhook' } }
      : refused('signature-mismatch');
  },
};
