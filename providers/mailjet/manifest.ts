import type { ProviderManifest, ProviderProfile } from '../manifest.ts';

export const mailjet = {
  name: 'mailjet',
  title: 'Mailjet',
  transport: 'webhook',
  key: {
    source: 'secret',
    pattern: /^[^:]+:./s,
  },
  silence: 'trouble',
} as const satisfies ProviderManifest;

export const mailjetProfile = {
  posts: 'JSON, one event, or a list of events if they are grouped',
  keyLooksLike: 'a user and a password, as user:password',
  verifiedBy: 'user and password, in the URL; optionally a list of source addresses',
  strength: 'weak',
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
  identity: 'a digest of type, message, recipient, time and details',
  reactions: {
    success: 'exactly 200',
    refused: 'tries again',
    throttled: 'tries again',
    failed: 'tries again',
    givesUpAfter: '24 h by its current page, 100 minutes by an older one; then the URL is suspended',
  },
  tells: {
    stream: 'never',
    tags: 'always',
    template: 'never',
    templateVersion: 'never',
    sendingDomain: 'never',
    ipPool: 'never',
    sentAt: 'never',
    metadata: 'always',
  },
} as const satisfies ProviderProfile;
