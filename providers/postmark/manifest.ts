import type { ProviderManifest, ProviderProfile } from '../manifest.ts';

export const postmark = {
  name: 'postmark',
  title: 'Postmark',
  transport: 'webhook',
  key: {
    source: 'secret',
    pattern: /^[^:]+:./s,
  },
  silence: 'trouble',
  ownListUrl: 'https://account.postmarkapp.com/servers',
  // Not told with opens and clicks, but with every delivery and bounce.
  serverFields: ['ServerID', 'ServerId'],
} as const satisfies ProviderManifest;

export const postmarkProfile = {
  posts: 'JSON, one event',
  keyLooksLike: 'a user and a password, as user:password',
  verifiedBy: 'user and password; optionally a list of source addresses',
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
    'resubscribe',
  ],
  identity: 'a digest of the event',
  reactions: {
    success: '2xx, probe exactly 200',
    refused: '**drops it**',
    throttled: 'tries again',
    failed: 'tries again',
    givesUpAfter: '51 to 72 minutes',
  },
  // Only bounces and complaints name the sender.
  tells: {
    stream: 'always',
    tags: 'always',
    template: 'never',
    templateVersion: 'never',
    sendingDomain: 'sometimes',
    ipPool: 'never',
    sentAt: 'never',
    metadata: 'always',
  },
} as const satisfies ProviderProfile;
