import type { ProviderManifest, ProviderProfile } from '../manifest.ts';

export const emailit = {
  name: 'emailit',
  title: 'Emailit',
  transport: 'webhook',
  key: {
    source: 'secret',
    pattern: /^whsec_[0-9a-f]{64}$/i,
  },
  silence: 'trouble',
} as const satisfies ProviderManifest;

export const emailitProfile = {
  posts: 'JSON, a list of up to 100 events',
  keyLooksLike: 'the whole signing secret of the webhook: whsec_ and 64 hexadecimal digits',
  verifiedBy: 'HMAC-SHA256 over time and body',
  strength: 'strong',
  reports: ['processed', 'deferred', 'delivered', 'open', 'click', 'hard_bounce', 'dropped', 'complaint'],
  identity: '`event_id`, else a digest of the event',
  reactions: {
    success: '2xx within 30 s',
    refused: 'tries again',
    throttled: 'tries again',
    failed: 'tries again',
    givesUpAfter: '11 attempts in 3 days and 7 h; then the webhook is disabled',
  },
  tells: {
    stream: 'never',
    tags: 'never',
    template: 'never',
    templateVersion: 'never',
    sendingDomain: 'always',
    ipPool: 'never',
    sentAt: 'always',
    metadata: 'always',
  },
} as const satisfies ProviderProfile;
