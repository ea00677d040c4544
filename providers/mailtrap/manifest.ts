import type { ProviderManifest, ProviderProfile } from '../manifest.ts';

export const mailtrap = {
  name: 'mailtrap',
  title: 'Mailtrap',
  transport: 'webhook',
  key: {
    source: 'secret',
    pattern: /^[0-9a-f]{32}$/i,
  },
  silence: 'trouble',
} as const satisfies ProviderManifest;

export const mailtrapProfile = {
  posts: 'JSON or JSON lines, up to 500 events',
  keyLooksLike: 'the signing secret of the webhook: 32 hexadecimal digits',
  verifiedBy: 'HMAC-SHA256 over the body',
  strength: 'fair',
  reports: [
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
  identity: 'a digest of type and `event_id`',
  reactions: {
    success: 'exactly 200 within 30 s',
    refused: 'tries again',
    throttled: 'tries again',
    failed: 'tries again',
    givesUpAfter: '40 tries, 5 minutes apart; then the webhook is paused',
  },
  tells: {
    stream: 'always',
    tags: 'always',
    template: 'never',
    templateVersion: 'never',
    sendingDomain: 'always',
    ipPool: 'never',
    sentAt: 'never',
    metadata: 'always',
  },
} as const satisfies ProviderProfile;
