import type { Verifier } from './provider.ts';
import { sendgrid } from './sendgrid/verify.ts';
import { ses } from './ses/verify.ts';

/** Every provider the receiver knows, under the name that its webhook URL ends in. */
const verifiers: ReadonlyMap<string, Verifier> = new Map(
  Object.entries({
    sendgrid,
    ses,
  }),
);

export const providerNames: readonly string[] = [...verifiers.keys()];

/** The providers, and those senders after the Standard Webhooks that the operator has named. */
export function verifiersWith(
  _standardSources: readonly string[],
): (provider: string) => Verifier | undefined {
  return (provider) => verifiers.get(provider);
}
