import { manifestOf, type ProviderName } from './manifests.ts';
import type { SuppressionFormat } from './suppression-file.ts';

type Loaded = { readonly suppressionFormats: readonly SuppressionFormat[] };

/** Loaded on demand: only the command line reads files of providers. */
const formats: Readonly<Partial<Record<ProviderName, () => Promise<Loaded>>>> = {
  sendgrid: () => import('./sendgrid/suppression-file.ts'),
  ses: () => import('./ses/suppression-file.ts'),
  postmark: () => import('./postmark/suppression-file.ts'),
  mailgun: () => import('./mailgun/suppression-file.ts'),
  resend: () => import('./resend/suppression-file.ts'),
  sparkpost: () => import('./sparkpost/suppression-file.ts'),
  mailjet: () => import('./mailjet/suppression-file.ts'),
  brevo: () => import('./brevo/suppression-file.ts'),
  mandrill: () => import('./mandrill/suppression-file.ts'),
  mailersend: () => import('./mailersend/suppression-file.ts'),
};

/** The providers whose lists of suppressed addresses can be read. */
export const namesWithSuppressionFormats: readonly string[] = Object.keys(formats);

/** Empty when none of its lists is known. */
export async function suppressionFormatsOf(provider: string): Promise<readonly SuppressionFormat[]> {
  const name = manifestOf(provider)?.name;
  return (name && (await formats[name]?.())?.suppressionFormats) ?? [];
}
