import { manifestOf, type ProviderName } from './manifests.ts';
import type { Simulator } from './simulator.ts';

/** Loaded on demand: no bundle contains a simulator, and the command line needs one at a time. */
const simulators: Readonly<Record<ProviderName, () => Promise<{ readonly simulate: Simulator }>>> = {
  sendgrid: () => import('./sendgrid/simulate.ts'),
  ses: () => import('./ses/simulate.ts'),
  postmark: () => import('./postmark/simulate.ts'),
  mailgun: () => import('./mailgun/simulate.ts'),
  resend: () => import('./resend/simulate.ts'),
  sparkpost: () => import('./sparkpost/simulate.ts'),
  mailjet: () => import('./mailjet/simulate.ts'),
  brevo: () => import('./brevo/simulate.ts'),
  mandrill: () => import('./mandrill/simulate.ts'),
  mailersend: () => import('./mailersend/simulate.ts'),
  mailtrap: () => import('./mailtrap/simulate.ts'),
  postal: () => import('./postal/simulate.ts'),
  'unisender-go': () => import('./unisender-go/simulate.ts'),
  emailit: () => import('./emailit/simulate.ts'),
  sesmetric: () => import('./sesmetric/simulate.ts'),
  awardee: () => import('./awardee/simulate.ts'),
  'standard-webhooks': () => import('./standard-webhooks/simulate.ts'),
};

export async function simulatorOf(provider: string): Promise<Simulator | undefined> {
  const manifest = manifestOf(provider);
  return manifest && (await simulators[manifest.name]()).simulate;
}
