import { awardee } from './awardee/manifest.ts';
import { brevo } from './brevo/manifest.ts';
import { emailit } from './emailit/manifest.ts';
import { mailersend } from './mailersend/manifest.ts';
import { mailgun } from './mailgun/manifest.ts';
import { mailjet } from './mailjet/manifest.ts';
import { mailtrap } from './mailtrap/manifest.ts';
import { mandrill } from './mandrill/manifest.ts';
import type { ProviderManifest } from './manifest.ts';
import { postal } from './postal/manifest.ts';
import { postmark } from './postmark/manifest.ts';
import { resend } from './resend/manifest.ts';
import { sendgrid } from './sendgrid/manifest.ts';
import { ses } from './ses/manifest.ts';
import { sesmetric } from './sesmetric/manifest.ts';
import { sparkpost } from './sparkpost/manifest.ts';
import { standardWebhooks } from './standard-webhooks/manifest.ts';
import { unisenderGo } from './unisender-go/manifest.ts';

const list = [
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
  unisenderGo,
  emailit,
  sesmetric,
  awardee,
  standardWebhooks,
] as const satisfies readonly ProviderManifest[];

/** The other lists are records with these keys, so the compiler reports a list without one of the providers. */
export type ProviderName = (typeof list)[number]['name'];
type ListedManifest = ProviderManifest & { readonly name: ProviderName };

/** Every provider that Mailfold knows. */
export const manifests: readonly ListedManifest[] = list;
export const providerNames: readonly string[] = manifests.map(({ name }) => name);

/** The provider whose events come through the stack's topic, without a provider name. */
export const topicProvider = theOne('is reached by a topic', ({ transport }) => transport === 'topic');

/** The provider whose code also serves senders that the operator names. */
export const sourceProvider = theOne('serves named sources', ({ servesNamedSources }) => servesNamedSources);

/** A provider to show in examples. */
export const exampleProvider: string = list[0].name;

/** A provider to show in examples of checking a URL. */
export const checkingProvider: string = manifests.find(({ checksBy }) => checksBy)?.name ?? exampleProvider;

export function manifestOf(name: string): ListedManifest | undefined {
  return manifests.find((manifest) => manifest.name === name);
}

/** Finds the manifest by the last part of a webhook URL: a provider, or a source that the operator has named. */
export function manifestsWith(namedSources: readonly string[]): (name: string) => ListedManifest | undefined {
  return (name) => manifestOf(name) ?? (namedSources.includes(name) ? sourceProvider : undefined);
}

/** Providers whose keys are in the stack's secret. */
export const namesWithSecret: readonly string[] = manifests
  .filter(({ key }) => key.source === 'secret')
  .map(({ name }) => name);

function theOne(what: string, isMeant: (manifest: ListedManifest) => boolean | undefined): ListedManifest {
  const [only, ...others] = manifests.filter(isMeant);
  if (!only || others.length > 0)
    throw new Error(`expected one manifest that ${what}, found ${only ? others.length + 1 : 0}`);
  return only;
}
