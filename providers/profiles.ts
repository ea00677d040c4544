import { awardeeProfile } from './awardee/manifest.ts';
import { brevoProfile } from './brevo/manifest.ts';
import { emailitProfile } from './emailit/manifest.ts';
import { mailersendProfile } from './mailersend/manifest.ts';
import { mailgunProfile } from './mailgun/manifest.ts';
import { mailjetProfile } from './mailjet/manifest.ts';
import { mailtrapProfile } from './mailtrap/manifest.ts';
import { mandrillProfile } from './mandrill/manifest.ts';
import type { ProviderProfile } from './manifest.ts';
import { manifestOf, type ProviderName } from './manifests.ts';
import { postalProfile } from './postal/manifest.ts';
import { postmarkProfile } from './postmark/manifest.ts';
import { resendProfile } from './resend/manifest.ts';
import { sendgridProfile } from './sendgrid/manifest.ts';
import { sesProfile } from './ses/manifest.ts';
import { sesmetricProfile } from './sesmetric/manifest.ts';
import { sparkpostProfile } from './sparkpost/manifest.ts';
import { standardWebhooksProfile } from './standard-webhooks/manifest.ts';
import { unisenderGoProfile } from './unisender-go/manifest.ts';

/** What is known about each provider besides its manifest. The receiver does not import this list. */
export const profiles: Readonly<Record<ProviderName, ProviderProfile>> = {
  sendgrid: sendgridProfile,
  ses: sesProfile,
  postmark: postmarkProfile,
  mailgun: mailgunProfile,
  resend: resendProfile,
  sparkpost: sparkpostProfile,
  mailjet: mailjetProfile,
  brevo: brevoProfile,
  mandrill: mandrillProfile,
  mailersend: mailersendProfile,
  mailtrap: mailtrapProfile,
  postal: postalProfile,
  'unisender-go': unisenderGoProfile,
  emailit: emailitProfile,
  sesmetric: sesmetricProfile,
  awardee: awardeeProfile,
  'standard-webhooks': standardWebhooksProfile,
};

export function profileOf(name: string): ProviderProfile | undefined {
  const manifest = manifestOf(name);
  return manifest && profiles[manifest.name];
}
