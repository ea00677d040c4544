import { manifestOf, type ProviderName } from './manifests.ts';
import type { SuppressionIntake } from './suppression-intake.ts';

type Loaded = { readonly suppressionIntake: SuppressionIntake };

/** Loaded on demand: only the command line writes files for providers. */
const intakes: Readonly<Partial<Record<ProviderName, () => Promise<Loaded>>>> = {
  sendgrid: () => import('./sendgrid/suppression-intake.ts'),
  ses: () => import('./ses/suppression-intake.ts'),
  postmark: () => import('./postmark/suppression-intake.ts'),
  mailgun: () => import('./mailgun/suppression-intake.ts'),
  resend: () => import('./resend/suppression-intake.ts'),
  sparkpost: () => import('./sparkpost/suppression-intake.ts'),
  mailjet: () => import('./mailjet/suppression-intake.ts'),
  brevo: () => import('./brevo/suppression-intake.ts'),
  mandrill: () => import('./mandrill/suppression-intake.ts'),
  mailersend: () => import('./mailersend/suppression-intake.ts'),
};

/** The providers that take suppressed addresses in. */
export const namesWithSuppressionIntake: readonly string[] = Object.keys(intakes);

export async function suppressionIntakeOf(provider: string): Promise<SuppressionIntake | undefined> {
  const name = manifestOf(provider)?.name;
  return name && (await intakes[name]?.())?.suppressionIntake;
}
