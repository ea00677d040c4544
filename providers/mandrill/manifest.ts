import type { ProviderManifest, ProviderProfile } from '../manifest.ts';

export const mandrill = {
  name: 'mandrill',
  title: 'Mandrill',
  transport: 'webhook',
  // Mandrill creates a webhook only if the URL answers, before there is a key.
  checksBy: ['HEAD'],
  signsUrl: true,
  key: {
    source: 'secret',
    pattern: /^[\w-]{16,}$/,
  },
  silence: 'trouble',
} as const satisfies ProviderManifest;

export const mandrillProfile = {
  note: 'Mailchimp Transactional',
  posts: 'a form with a list of events',
  keyLooksLike: 'the key of the webhook: at least 16 letters, digits, hyphens and underscores',
  verifiedBy: 'HMAC-SHA1 over the URL and the fields of the form',
  strength: 'fair',
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
  identity: 'a digest of type, message, time and details',
  reactions: {
    success: 'exactly 200',
    refused: 'tries again, as far as we know',
    throttled: 'tries again, as far as we know',
    failed: 'tries again',
    givesUpAfter: 'unknown; a failing batch seems to hold back newer ones',
  },
  tells: {
    stream: 'always',
    tags: 'always',
    template: 'always',
    templateVersion: 'never',
    sendingDomain: 'always',
    ipPool: 'never',
    sentAt: 'always',
    metadata: 'always',
  },
} as const satisfies ProviderProfile;
