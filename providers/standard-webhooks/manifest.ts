import type { ProviderManifest, Tells } from '../manifest.ts';

export const standardWebhooks = {
  name: 'standard-webhooks',
  title: 'Standard Webhooks',
  transport: 'webhook',
  key: {
    source: 'secret',
    looksLike: 'at least 16 characters of base64, alone or behind whsec_ or whpk_',
    pattern: /^(whsec_|whpk_)?[A-Za-z0-9+/]{16,}={0,2}$/,
  },
  // The body does not contain the id of the event.
  headersToKeep: ['webhook-id', 'svix-id'],
  silence: 'trouble',
  servesNamedSources: true,
} as const satisfies ProviderManifest;

// It depends on the sender.
export const tells = {
  stream: 'sometimes',
  tags: 'sometimes',
  template: 'sometimes',
  templateVersion: 'sometimes',
  sendingDomain: 'sometimes',
  ipPool: 'sometimes',
  sentAt: 'sometimes',
  metadata: 'sometimes',
} as const satisfies Tells;
