import { generateKeyPairSync } from 'node:crypto';
import { simulate } from '../../lambdas/providers/sendgrid/simulate.ts';

export type KeyPair = { signingKey: string; verificationKey: string };

/** A key pair as SendGrid's dashboard would make one: the public half is base64 of the SPKI form. */
export function aKeyPair(): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    signingKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    verificationKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  };
}

/** A request with any body at all, signed as SendGrid signs. */
export function signed(body: Buffer | string, signingKey: string, now = new Date()) {
  const bytes = Buffer.from(body);
  return { body: bytes, headers: simulate.headersOf(bytes, signingKey, now) };
}
