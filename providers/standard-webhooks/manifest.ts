import type { ProviderManifest, ProviderProfile } from '../manifest.ts';

export const standardWebhooks = {
  name: 'standard-webhooks',
  title: 'Standard Webhooks',
  transport: 'webhook',
  key: {
    source: 'secret',
    pattern: /^(whsec_|whpk_)?[A-Za-z0-9+/]{16,}={0,2}$/,
  },
  // The body does not contain the id of the event.
  headersToKeep: ['webhook-id', 'svix-id'],
  silence: 'trouble',
  servesNamedSources: true,
} as const satisfies ProviderManifest;

export const standardWebhooksProfile = {
  note: 'any sender that follows it, under a name you choose',
  posts: 'JSON, one event',
  keyLooksLike: 'at least 16 characters of base64, alone or behind whsec_ or whpk_',
  verifiedBy: 'HMAC-SHA256 or Ed25519 over id, time and body',
  strength: 'strong',
  reports: [
    'processed',
    'deferred',
    'delivered',
    'open',
    'click',
    'soft_bounce',
    'hard_bounce',
    'dropped',
    'complaint',
    'unsubscribe',
    'resubscribe',
  ],
  identity: 'the header `webhook-id`, else a digest of the event',
  reactions: {
    success: '2xx',
    refused: 'tries again, by the specification',
    throttled: 'tries again, more slowly',
    failed: 'tries again',
    givesUpAfter: 'up to the sender; the specification advises several days',
  },
  // It depends on the sender.
  tells: {
    stream: 'sometimes',
    tags: 'sometimes',
    template: 'sometimes',
    templateVersion: 'sometimes',
    sendingDomain: 'sometimes',
    ipPool: 'sometimes',
    sentAt: 'sometimes',
    metadata: 'sometimes',
  },
} as const satisfies ProviderProfile;
