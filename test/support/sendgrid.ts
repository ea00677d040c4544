import { simulate } from '../../providers/sendgrid/simulate.ts';

/** A request with any body, signed as SendGrid signs. */
export function signed(body: Buffer | string, signingKey: string, now = new Date()) {
  return simulate.sign(Buffer.from(body), signingKey, now);
}

export const aKeyPair = simulate.makeKeys;
