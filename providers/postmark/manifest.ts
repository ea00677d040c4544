import type { ProviderManifest } from '../manifest.ts';

export const postmark = {
  name: 'postmark',
  title: 'Postmark',
  transport: 'webhook',
  key: {
    source: 'secret',
    looksLike: 'a user and a password, as user:password',
    pattern: /^[^:]+:./s,
  },
  silence: 'trouble',
} as const satisfies ProviderManifest;
