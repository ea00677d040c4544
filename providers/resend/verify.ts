import type { Verifier } from '../provider.ts';
import { verifyStandard } from '../standard-signature.ts';

/** Resend delivers through Svix, which uses the signature of Standard Webhooks. */
export const resend: Verifier = {
  verify: (request, context) => verifyStandard('resend', request, context),
};
