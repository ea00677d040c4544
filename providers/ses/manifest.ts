import type { ProviderManifest, ProviderProfile } from '../manifest.ts';

export const ses = {
  name: 'ses',
  title: 'SES',
  transport: 'topic',
  key: {
    // SNS signs messages for any AWS account, so the topic is checked as well.
    source: 'setting',
    setting: 'sesTopicArns',
    pattern: /^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[\w-]{1,256}$/,
  },
  silence: 'trouble',
  ownListUrl: 'https://console.aws.amazon.com/ses/home#/suppression-list',
} as const satisfies ProviderManifest;

export const sesProfile = {
  note: 'by its topic, or by SNS over HTTPS',
  posts: 'JSON, one event, for one or several recipients',
  keyLooksLike: 'the ARN of an SNS topic',
  verifiedBy: 'the topic: IAM; HTTPS: the signature of SNS, and a list of topics',
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
  identity: 'the feedback id of bounces and complaints, else a digest of the event',
  reactions: {
    success: '2xx',
    refused: '**drops it**',
    throttled: 'drops it, as far as we know',
    failed: 'tries again',
    givesUpAfter: '3 tries, 20 s apart, unless set otherwise; the topic: 23 days',
  },
  // Notifications of an identity have no tags: only events of a configuration set tell stream, tags and metadata.
  tells: {
    stream: 'always',
    tags: 'always',
    template: 'sometimes',
    templateVersion: 'never',
    sendingDomain: 'always',
    ipPool: 'never',
    sentAt: 'always',
    metadata: 'always',
  },
} as const satisfies ProviderProfile;
