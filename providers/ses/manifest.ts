import type { ProviderManifest, Tells } from '../manifest.ts';

export const ses = {
  name: 'ses',
  title: 'SES',
  transport: 'topic',
  key: {
    // SNS signs messages for any AWS account, so the topic is checked as well.
    source: 'setting',
    setting: 'sesTopicArns',
    looksLike: 'the ARN of an SNS topic',
    pattern: /^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[\w-]{1,256}$/,
  },
  silence: 'trouble',
} as const satisfies ProviderManifest;

// Notifications of an identity have no tags: only events of a configuration set tell stream, tags and metadata.
export const tells = {
  stream: 'always',
  tags: 'always',
  template: 'sometimes',
  templateVersion: 'never',
  sendingDomain: 'always',
  ipPool: 'never',
  sentAt: 'always',
  metadata: 'always',
} as const satisfies Tells;
