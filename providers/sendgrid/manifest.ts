import type { ProviderManifest } from '../manifest.ts';

export const sendgrid = {
  name: 'sendgrid',
  title: 'SendGrid',
  transport: 'webhook',
  key: {
    source: 'secret',
    looksLike: 'a public key in base64, such as MFkwEwYH…',
    pattern: /^M[A-Za-z0-9+/\s]+={0,2}$/,
  },
  silence: 'trouble',
} as const satisfies ProviderManifest;
