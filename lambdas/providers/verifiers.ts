import type { Verifier } from './provider.ts';
import { sendgrid } from './sendgrid/verify.ts';
import { ses } from './ses/verify.ts';

/** Every provider the receiver knows, under the name its webhook URL ends in. */
export const verifiers = { sendgrid, ses } satisfies Record<string, Verifier>;

export type ProviderName = keyof typeof verifiers;
export const providerNames = Object.keys(verifiers) as ProviderName[];
