import type { ProviderManifest } from '../manifest.ts';

export const ses = {
  name: 'ses',
  title: 'SES',
  transport: 'topic',
  key: {
    // Any AWS account can have SNS sign a message, so what is checked is which topic it came from.
    source: 'setting',
    setting: 'sesTopicArns',
    looksLike: 'the ARN of an SNS topic',
    pattern: /^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[\w-]{1,256}$/,
  },
  silence: 'trouble',
} as const satisfies ProviderManifest;
