import { awardee } from './awardee/normalize.ts';
import { mailgun } from './mailgun/normalize.ts';
import { postmark } from './postmark/normalize.ts';
import type { Normalizer } from './provider.ts';
import { resend } from './resend/normalize.ts';
import { sendgrid } from './sendgrid/normalize.ts';
import { ses } from './ses/normalize.ts';
import { sesmetric } from './sesmetric/normalize.ts';
import type { StandardMapping } from './source-mapping.ts';
import { standardWebhooks, standardWebhooksSource } from './standard-webhooks/normalize.ts';

/** Every provider the consumer knows, under the name that travels with its messages. */
const normalizers: ReadonlyMap<string, Normalizer> = new Map(
  Object.entries({
    sendgrid,
    ses,
    postmark,
    mailgun,
    resend,
    sesmetric,
    awardee,
    'standard-webhooks': standardWebhooks,
  }),
);

/** The providers, and those senders after the Standard Webhooks that the operator has named. */
export function normalizersWith(
  standardSources: Readonly<Record<string, StandardMapping>>,
): (provider: string) => Normalizer | undefined {
  const named = Object.entries(standardSources).map(
    ([name, mapping]) => [name, standardWebhooksSource(name, mapping)] as const,
  );
  const all = new Map([...named, ...normalizers]);
  return (provider) => all.get(provider);
}
