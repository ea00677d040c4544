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
  // The id of an event is in a header and not in the body.
  headersToKeep: ['webhook-id', 'svix-id'],
  silence: 'trouble',
} as const satisfies ProviderManifest;
