import type { ProviderManifest, ProviderProfile } from '../manifest.ts';

export const mailersend = {
  name: 'mailersend',
  title: 'MailerSend',
  transport: 'webhook',
  key: {
    source: 'secret',
    pattern: /^\S{16,}$/,
  },
  silence: 'trouble',
} as const satisfies ProviderManifest;

export const mailersendProfile = {
  posts: 'JSON, one event',
  keyLooksLike: 'the signing secret of the webhook: at least 16 characters without blanks',
  verifiedBy: 'HMAC-SHA256 over the body',
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
    'resubscribe',
  ],
  identity: 'a digest of type and `data.id`',
  reactions: {
    success: '2xx within 3 s',
    refused: '**drops it**',
    throttled: 'tries again',
    failed: 'tries again; 20 failures within 24 h pause the webhook',
    givesUpAfter: 'about 3 days',
  },
  // Only the first generation of payloads has the whole mail.
  tells: {
    stream: 'never',
    tags: 'always',
    template: 'sometimes',
    templateVersion: 'never',
    sendingDomain: 'sometimes',
    ipPool: 'never',
    sentAt: 'sometimes',
    metadata: 'never',
  },
} as const satisfies ProviderProfile;
