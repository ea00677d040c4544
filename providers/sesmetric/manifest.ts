import type { ProviderManifest, ProviderProfile } from '../manifest.ts';

export const sesmetric = {
  name: 'sesmetric',
  title: 'SESMetric',
  transport: 'webhook',
  key: {
    source: 'secret',
    pattern: /^\S{12,}$/,
  },
  // Only a 5xx is known to be retried, and a retry may have a new signature.
  answers: { late: 503 },
  silence: 'trouble',
} as const satisfies ProviderManifest;

export const sesmetricProfile = {
  posts: 'JSON, one event',
  keyLooksLike: 'the secret of the webhook endpoint: at least 12 characters without blanks',
  verifiedBy: 'HMAC-SHA256 over time and body',
  strength: 'strong',
  reports: ['delivered', 'open', 'click', 'soft_bounce', 'hard_bounce', 'dropped', 'complaint'],
  identity: '`id`, else a digest of the event',
  reactions: {
    success: '2xx',
    refused: 'unknown',
    throttled: 'unknown',
    failed: 'tries again',
    givesUpAfter: '72 h',
  },
  // Documented for deliveries only.
  tells: {
    stream: 'never',
    tags: 'never',
    template: 'never',
    templateVersion: 'never',
    sendingDomain: 'sometimes',
    ipPool: 'never',
    sentAt: 'never',
    metadata: 'never',
  },
} as const satisfies ProviderProfile;
