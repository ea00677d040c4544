import type { ProviderManifest } from '../manifest.ts';

export const mailgun = {
  name: 'mailgun',
  title: 'Mailgun',
  transport: 'webhook',
  key: {
    source: 'secret',
    looksLike: 'the HTTP webhook signing key, without blanks',
    pattern: /^\S+$/,
  },
  // On 406, and on nothing else, Mailgun gives up. A replay is certain, while a mismatch may be a key that is changing.
  answers: { replayed: 406 },
  // Retries go on for eight hours and seem to keep the first signature.
  toleranceSeconds: 24 * 3600,
  silence: 'trouble',
} as const satisfies ProviderManifest;
