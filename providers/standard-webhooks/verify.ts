import type { Verifier } from '../provider.ts';
import { verifyStandard } from '../standard-signature.ts';

/** For any sender that follows Standard Webhooks, whatever its name. */
export const standardWebhooks: Verifier = {
  verify: (request, context) => verifyStandard('standard-webhooks', request, context),
};
