import type { ProviderManifest, ProviderProfile } from '../manifest.ts';

export const sparkpost = {
  name: 'sparkpost',
  title: 'SparkPost',
  transport: 'webhook',
  key: {
    source: 'secret',
    pattern: /^[^:]+:.|^[^\s:]{16,}$/s,
  },
  silence: 'trouble',
} as const satisfies ProviderManifest;

export const sparkpostProfile = {
  posts: 'JSON, a list of events of mixed classes',
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
  identity: '`event_id`, else a digest of the event',
  reactions: {
    success: 'exactly 200, by most pages',
    refused: 'tries again; 400 and 401 also make it fetch a new OAuth token',
    throttled: 'tries again',
    failed: 'tries again',
    givesUpAfter: '8 h, 12 attempts',
  },
  // Bounces that come by mail have less than the others.
  tells: {
    stream: 'always',
    tags: 'always',
    template: 'sometimes',
    templateVersion: 'sometimes',
    sendingDomain: 'sometimes',
    ipPool: 'sometimes',
    sentAt: 'sometimes',
    metadata: 'sometimes',
  },
} as const satisfies ProviderProfile;
