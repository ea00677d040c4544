import type { ProviderManifest, ProviderProfile } from '../manifest.ts';

export const unisenderGo = {
  name: 'unisender-go',
  title: 'Unisender Go',
  transport: 'webhook',
  // Sent when a webhook is activated, without a signature.
  checksBy: ['GET'],
  mayCompress: true,
  key: {
    source: 'secret',
    pattern: /^[^\s"\\]{16,}$/,
  },
  silence: 'trouble',
} as const satisfies ProviderManifest;

export const unisenderGoProfile = {
  note: 'also UniOne',
  posts: 'JSON, up to 100 events or one',
  keyLooksLike:
    'the API key of the account or project: at least 16 characters without blanks, quotes and backslashes',
  verifiedBy: 'MD5 over the body with the API key in it',
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
    'resubscribe',
  ],
  identity: 'a digest of user, project, status, job, recipient, time and details',
  reactions: {
    success: 'exactly 200 within 3 s',
    refused: 'tries again',
    throttled: 'tries again',
    failed: 'tries again; may stop the webhook if everything fails for a day',
    givesUpAfter: '24 h, every 10 minutes',
  },
  tells: {
    stream: 'always',
    tags: 'never',
    template: 'never',
    templateVersion: 'never',
    sendingDomain: 'never',
    ipPool: 'never',
    sentAt: 'never',
    metadata: 'always',
  },
} as const satisfies ProviderProfile;
