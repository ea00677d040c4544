import type { ProviderManifest, ProviderProfile } from '../manifest.ts';

export const brevo = {
  name: 'brevo',
  title: 'Brevo',
  transport: 'webhook',
  key: {
    source: 'secret',
    pattern: /^[^:]+:.|^[^\s:]{16,}$/s,
  },
  silence: 'trouble',
} as const satisfies ProviderManifest;

export const brevoProfile = {
  posts: 'JSON, one event, or a batch of events',
  keyLooksLike: 'a user and a password, as user:password, or a token of at least 16 characters',
  verifiedBy: 'user and password, or a bearer token; optionally a list of source addresses',
  strength: 'weak',
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
  ],
  identity: 'a digest of type, message or campaign, recipient, time and details',
  reactions: {
    success: '2xx',
    refused: '**drops it**',
    throttled: 'tries again',
    failed: 'tries again',
    givesUpAfter: '4 retries: after 10 minutes, 1 h, 2 h and 8 h',
  },
  // It is not documented which types have template and sender.
  tells: {
    stream: 'never',
    tags: 'always',
    template: 'sometimes',
    templateVersion: 'never',
    sendingDomain: 'sometimes',
    ipPool: 'never',
    sentAt: 'never',
    metadata: 'always',
  },
} as const satisfies ProviderProfile;
