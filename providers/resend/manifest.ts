import type { ProviderManifest, ProviderProfile } from '../manifest.ts';

export const resend = {
  name: 'resend',
  title: 'Resend',
  transport: 'webhook',
  key: {
    source: 'secret',
    pattern: /^whsec_[A-Za-z0-9+/]{16,}={0,2}$/,
  },
  // The body does not contain the id of the event.
  headersToKeep: ['webhook-id', 'svix-id'],
  silence: 'trouble',
  ownListUrl: 'https://resend.com/emails',
} as const satisfies ProviderManifest;

export const resendProfile = {
  posts: 'JSON, one event',
  keyLooksLike: 'the signing secret: whsec_ and at least 16 characters of base64',
  verifiedBy: 'HMAC-SHA256 over id, time and body (Svix)',
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
  identity: 'the header `svix-id`, else a digest of the event',
  reactions: {
    success: '2xx',
    refused: 'tries again',
    throttled: 'tries again',
    failed: 'tries again',
    givesUpAfter: 'about 27.6 h',
  },
  tells: {
    stream: 'never',
    tags: 'always',
    template: 'always',
    templateVersion: 'never',
    sendingDomain: 'always',
    ipPool: 'never',
    sentAt: 'always',
    metadata: 'always',
  },
} as const satisfies ProviderProfile;
