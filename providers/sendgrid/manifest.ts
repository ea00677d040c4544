import type { ProviderManifest, ProviderProfile } from '../manifest.ts';

export const sendgrid = {
  name: 'sendgrid',
  title: 'SendGrid',
  transport: 'webhook',
  key: {
    source: 'secret',
    pattern: /^M[A-Za-z0-9+/\s]+={0,2}$/,
  },
  silence: 'trouble',
  ownListUrl: 'https://app.sendgrid.com/suppressions',
} as const satisfies ProviderManifest;

export const sendgridProfile = {
  posts: 'JSON, a list of events',
  keyLooksLike: 'a public key in base64, such as MFkwEwYH…',
  verifiedBy: 'ECDSA over time and body',
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
  identity: '`sg_event_id`, else a digest of the event',
  reactions: {
    success: '2xx',
    refused: 'tries again',
    throttled: 'tries again',
    failed: 'tries again',
    givesUpAfter: '24 h from the event',
  },
  // It is not documented which types tell the template and the group. The pool comes with the first event alone.
  tells: {
    stream: 'sometimes',
    tags: 'always',
    template: 'sometimes',
    templateVersion: 'sometimes',
    sendingDomain: 'sometimes',
    ipPool: 'sometimes',
    sentAt: 'never',
    metadata: 'always',
  },
} as const satisfies ProviderProfile;
