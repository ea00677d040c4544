import type { ProviderManifest, ProviderProfile } from '../manifest.ts';

export const mailgun = {
  name: 'mailgun',
  title: 'Mailgun',
  transport: 'webhook',
  key: {
    source: 'secret',
    pattern: /^\S{16,}$/,
  },
  // Mailgun stops retrying only on a 406. A replay is certain, but a signature mismatch may be a key that is changing.
  answers: { replayed: 406 },
  // Mailgun retries for eight hours, and seems to keep the first signature.
  toleranceSeconds: 24 * 3600,
  silence: 'trouble',
  ownListUrl: 'https://app.mailgun.com/mg/sending/suppressions',
} as const satisfies ProviderManifest;

export const mailgunProfile = {
  posts: 'JSON, one event; older webhooks a form',
  keyLooksLike: 'the HTTP webhook signing key: at least 16 characters without blanks',
  verifiedBy: 'HMAC-SHA256 over a single-use token, which is bound to its first body',
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
  identity: 'a digest of domain, type, `id`, time and recipient',
  reactions: {
    success: 'exactly 200',
    refused: 'tries again; 406 drops',
    throttled: 'tries again',
    failed: 'tries again',
    givesUpAfter: '8 h; `delivered` is never tried again',
  },
  // A bounce that comes as a mail of its own tells little; of the template it is not documented which types tell it.
  tells: {
    stream: 'never',
    tags: 'sometimes',
    template: 'sometimes',
    templateVersion: 'sometimes',
    sendingDomain: 'always',
    ipPool: 'never',
    sentAt: 'never',
    metadata: 'sometimes',
  },
} as const satisfies ProviderProfile;
