import type { ProviderManifest } from '../manifest.ts';

export const resend = {
  name: 'resend',
  title: 'Resend',
  transport: 'webhook',
  key: {
    source: 'secret',
    looksLike: 'a signing secret that begins with whsec_',
    pattern: /^(whsec_)?[A-Za-z0-9+/]{2,}={0,2}$/,
  },
  // The body does not contain the id of the event.
  headersToKeep: ['webhook-id', 'svix-id'],
  silence: 'trouble',
} as const satisfies ProviderManifest;
