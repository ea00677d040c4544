import type { ProviderManifest, ProviderProfile } from '../manifest.ts';

export const postal = {
  name: 'postal',
  title: 'Postal',
  transport: 'webhook',
  key: {
    source: 'secret',
    pattern:
      /^(?:[^:\s{]+:[^:\s]+:)?(?:(?:p=)?MI[A-Za-z0-9+/\s]{90,}={0,2}(?:;.*)?|-----BEGIN PUBLIC KEY-----.*|\{.*"kty".*\})\s*$/s,
  },
  silence: 'trouble',
} as const satisfies ProviderManifest;

export const postalProfile = {
  note: 'self-hosted',
  posts: 'JSON, one event',
  keyLooksLike:
    'the public key of the installation, in base64, as PEM or as JWK, alone or behind user:password:',
  verifiedBy:
    'RSA with SHA-256 over the body, or with SHA-1 by Postal before 3.2; optionally user and password',
  strength: 'fair',
  reports: ['deferred', 'delivered', 'open', 'click', 'soft_bounce', 'hard_bounce', 'dropped'],
  identity: '`uuid`, else a digest of the event',
  reactions: {
    success: '2xx within 5 s',
    refused: 'tries again',
    throttled: 'tries again',
    failed: 'tries again',
    givesUpAfter: '6 attempts in 36 minutes',
  },
  tells: {
    stream: 'never',
    tags: 'always',
    template: 'never',
    templateVersion: 'never',
    sendingDomain: 'always',
    ipPool: 'never',
    sentAt: 'always',
    metadata: 'never',
  },
} as const satisfies ProviderProfile;
