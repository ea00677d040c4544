import { awardee } from './awardee/normalize.ts';
import { brevo } from './brevo/normalize.ts';
import { emailit } from './emailit/normalize.ts';
import { mailersend } from './mailersend/normalize.ts';
import { mailgun } from './mailgun/normalize.ts';
import { mailjet } from './mailjet/normalize.ts';
import { mailtrap } from './mailtrap/normalize.ts';
import { mandrill } from './mandrill/normalize.ts';
import { manifestOf, type ProviderName } from './manifests.ts';
import { postal } from './postal/normalize.ts';
import { postmark } from './postmark/normalize.ts';
import type { Normalizer } from './provider.ts';
import { resend } from './resend/normalize.ts';
import { sendgrid } from './sendgrid/normalize.ts';
import { ses } from './ses/normalize.ts';
import { sesmetric } from './sesmetric/normalize.ts';
import type { SourceMapping } from './source-mapping.ts';
import { sparkpost } from './sparkpost/normalize.ts';
import { standardWebhooks, standardWebhooksSource } from './standard-webhooks/normalize.ts';
import { unisenderGo } from './unisender-go/normalize.ts';

/** The part of each provider that is in the consumer's bundle. */
const normalizers: Readonly<Record<ProviderName, Normalizer>> = {
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

/** Finds the normalizer by the name in a queue message: a provider, or a source that the operator has named. */
export function normalizersWith(
  namedSources: Readonly<Record<string, SourceMapping>>,
): (name: string) => Normalizer | undefined {
  const sources = new Map(
    Object.entries(namedSources).map(([name, mapping]) => [name, standardWebhooksSource(name, mapping)]),
  );
  return (name) => {
    const manifest = manifestOf(name);
    return manifest ? normalizers[manifest.name] : sources.get(name);
  };
}
