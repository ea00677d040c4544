import type { ProviderManifest } from '../manifest.ts';

export const awardee = {
  name: 'awardee',
  title: 'Awardee',
  transport: 'webhook',
  key: {
    source: 'secret',
    looksLike: 'the whole signing secret, whsec_ included',
    pattern: /^whsec_\S+$/,
  },
  // What happened, and the id that all attempts share, are in headers alone.
  headersToKeep: ['x-awardee-delivery', 'x-awardee-event'],
  // It reports on QR codes and chatbots: a quiet week is an ordinary one.
  silence: 'normal',
} as const satisfies ProviderManifest;
