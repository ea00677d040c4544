import type { ProviderManifest, Tells } from '../manifest.ts';

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

// Only bounces and complaints name the sender.
export const tells = {
  stream: 'always',
  tags: 'always',
  template: 'never',
  templateVersion: 'never',
  sendingDomain: 'sometimes',
  ipPool: 'never',
  sentAt: 'never',
  metadata: 'always',
} as const satisfies Tells;
