import type { ProviderManifest, ProviderProfile } from '../manifest.ts';

export const awardee = {
  name: 'awardee',
  title: 'Awardee',
  transport: 'webhook',
  key: {
    source: 'secret',
    pattern: /^whsec_\S{12,}$/,
  },
  // Only headers contain the type of the event and the id that all attempts share.
  headersToKeep: ['x-awardee-delivery', 'x-awardee-event'],
  // Awardee reports on QR codes and chatbots, so a week without events is normal.
  silence: 'normal',
} as const satisfies ProviderManifest;

export const awardeeProfile = {
  note: 'not email: events are stored, without effect',
  posts: 'JSON, one event',
  keyLooksLike: 'the whole signing secret: whsec_ and at least 12 characters',
  verifiedBy: 'HMAC-SHA256 over time and body',
  strength: 'strong',
  reports: [],
  identity: 'the header `x-awardee-delivery`, else a digest of the event',
  reactions: {
    success: '2xx',
    refused: 'tries again',
    throttled: 'tries again',
    failed: 'tries again',
    givesUpAfter: 'about 24 h by its page, 2 h 42 min by the table on that page',
  },
  tells: {
    stream: 'never',
    tags: 'never',
    template: 'never',
    templateVersion: 'never',
    sendingDomain: 'never',
    ipPool: 'never',
    sentAt: 'never',
    metadata: 'never',
  },
} as const satisfies ProviderProfile;
