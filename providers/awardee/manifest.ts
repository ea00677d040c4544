import type { ProviderManifest, Tells } from '../manifest.ts';

export const awardee = {
  name: 'awardee',
  title: 'Awardee',
  transport: 'webhook',
  key: {
    source: 'secret',
    looksLike: 'the whole signing secret: whsec_ and at least 12 characters',
    pattern: /^whsec_\S{12,}$/,
  },
  // Only headers contain the type of the event and the id that all attempts share.
  headersToKeep: ['x-awardee-delivery', 'x-awardee-event'],
  // Awardee reports on QR codes and chatbots, so a week without events is normal.
  silence: 'normal',
} as const satisfies ProviderManifest;

export const tells = {
  stream: 'never',
  tags: 'never',
  template: 'never',
  templateVersion: 'never',
  sendingDomain: 'never',
  ipPool: 'never',
  sentAt: 'never',
  metadata: 'never',
} as const satisfies Tells;
