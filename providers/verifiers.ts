import { awardee } from './awardee/verify.ts';
import { brevo } from './brevo/verify.ts';
import { emailit } from './emailit/verify.ts';
import { mailersend } from './mailersend/verify.ts';
import { mailgun } from './mailgun/verify.ts';
import { mailjet } from './mailjet/verify.ts';
import { mailtrap } from './mailtrap/verify.ts';
import { mandrill } from './mandrill/verify.ts';
import { manifestsWith, type ProviderName } from './manifests.ts';
import { postal } from './postal/verify.ts';
import { postmark } from './postmark/verify.ts';
import type { Verifier } from './provider.ts';
import { resend } from './resend/verify.ts';
import { sendgrid } from './sendgrid/verify.ts';
import { ses } from './ses/verify.ts';
import { sesmetric } from './sesmetric/verify.ts';
import { sparkpost } from './sparkpost/verify.ts';
import { standardWebhooks } from './standard-webhooks/verify.ts';
import { unisenderGo } from './unisender-go/verify.ts';

/** The part of each provider that is in the receiver's bundle. */
const verifiers: Readonly<Record<ProviderName, Verifier>> = {
  sendgrid,
  ses,
  postmark,
  mailgun,
  resend,
  sparkpost,
  mailjet,
  brevo,
  mandrill,
  mailersend,
  mailtrap,
  postal,
  'unisender-go': unisenderGo,
  emailit,
  sesmetric,
  awardee,
  'standard-webhooks': standardWebhooks,
};

/** Finds the verifier by the last part of a webhook URL: a provider, or a source that the operator has named. */
export function verifiersWith(namedSources: readonly string[]): (name: string) => Verifier | undefined {
  const manifestFor = manifestsWith(namedSources);
  return (name) => {
    const manifest = manifestFor(name);
    return manifest && verifiers[manifest.name];
  };
}
