import type { Verifier } from './provider.ts';
import { sendgrid } from './sendgrid/verify.ts';
import { ses } from './ses/verify.ts';

/** Every provider the receiver knows, under the name that its webhook URL ends in. */
export const verifiers: ReadonlyMap<string, Verifier> = new Map(Object.entries({ sendgrid, ses }));

export const providerNames: readonly string[] = [...verifiers.keys()];
