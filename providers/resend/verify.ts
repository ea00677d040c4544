import type { Verifier } from '../provider.ts';
import { verifyStandard } from '../standard-signature.ts';

/** Svix delivers for Resend, and signs as Standard Webhooks do. */
export const resend: Verifier = {
  verify: (request, context) => verifyStandard('resend', request, context),
};
