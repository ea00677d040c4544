import { awardee } from './awardee/verify.ts';
import { mailgun } from './mailgun/verify.ts';
import { postmark } from './postmark/verify.ts';
import type { Verifier } from './provider.ts';
import { resend } from './resend/verify.ts';
import { sendgrid } from './sendgrid/verify.ts';
import { ses } from './ses/verify.ts';
import { sesmetric } from './sesmetric/verify.ts';
import { standardWebhooks } from './standard-webhooks/verify.ts';

/** Every provider the receiver knows, under the name that its webhook URL ends in. */
const verifiers: ReadonlyMap<string, Verifier> = new Map(
  Object.entries({
    sendgrid,
    ses,
    postmark,
    mailgun,
    resend,
    sesmetric,
    awardee,
    'standard-webhooks': standardWebhooks,
  }),
);

export const providerNames: readonly string[] = [...verifiers.keys()];

/** The providers, and those senders after the Standard Webhooks that the operator has named. */
export function verifiersWith(
  standardSources: readonly string[],
): (provider: string) => Verifier | undefined {
  return (provider) =>
    verifiers.get(provider) ?? (standardSources.includes(provider) ? standardWebhooks : undefined);
}
