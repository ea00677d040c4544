import { tells as awardee } from './awardee/manifest.ts';
import { tells as brevo } from './brevo/manifest.ts';
import { tells as emailit } from './emailit/manifest.ts';
import { tells as mailersend } from './mailersend/manifest.ts';
import { tells as mailgun } from './mailgun/manifest.ts';
import { tells as mailjet } from './mailjet/manifest.ts';
import { tells as mailtrap } from './mailtrap/manifest.ts';
import { tells as mandrill } from './mandrill/manifest.ts';
import type { Tells } from './manifest.ts';
import { manifestsWith, type ProviderName } from './manifests.ts';
import { tells as postal } from './postal/manifest.ts';
import { tells as postmark } from './postmark/manifest.ts';
import { tells as resend } from './resend/manifest.ts';
import { tells as sendgrid } from './sendgrid/manifest.ts';
import { tells as ses } from './ses/manifest.ts';
import { tells as sesmetric } from './sesmetric/manifest.ts';
import { tells as sparkpost } from './sparkpost/manifest.ts';
import { tells as standardWebhooks } from './standard-webhooks/manifest.ts';
import { tells as unisenderGo } from './unisender-go/manifest.ts';

/** What each provider tells of a send. A list of its own, because the receiver has the manifests and never needs this. */
const tells: Readonly<Record<ProviderName, Tells>> = {
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

/** By provider, or by the name of a source that the operator has named. */
export function tellsOf(name: string, namedSources: readonly string[] = []): Tells | undefined {
  const manifest = manifestsWith(namedSources)(name);
  return manifest && tells[manifest.name];
}
