import type { ProviderManifest, Tells } from '../manifest.ts';

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

// It is not documented which types tell the template and the group. The pool comes with the first event alone.
export const tells = {
  stream: 'sometimes',
  tags: 'always',
  template: 'sometimes',
  templateVersion: 'sometimes',
  sendingDomain: 'sometimes',
  ipPool: 'sometimes',
  sentAt: 'never',
  metadata: 'always',
} as const satisfies Tells;
