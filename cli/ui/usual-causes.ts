import type { RefusalReason } from '../../providers/provider.ts';

/** What has most often been behind each reason of a refusal. */
export const usualCauses: Readonly<Record<RefusalReason, string>> = {
  'headers-missing':
    'the headers of the signature are not in the file, or the provider does not sign yet: switch signing on in its dashboard',
  'timestamp-unreadable': 'the time of the signature is no whole number of seconds',
  'timestamp-stale':
    'the request is genuine and old: a retry with its first signature, a clock that is fast, or a captured request; --at TIME judges it as of another time',
  'timestamp-in-future':
    'the request is genuine and from the future: our clock is slow, or seconds were taken for milliseconds',
  'signature-mismatch':
    'the key is that of another webhook, account or environment, or was changed at the provider; no usual change of the body explains it',
  'body-unreadable':
    'the body is not what this provider posts: was it cut, or does another provider use this URL?',
  'not-signed': 'raw message delivery is on, and then SNS signs nothing: switch it off for this subscription',
  'credentials-wrong': 'user or password differ from those in the secret, which has them as user:password',
  'source-not-allowed': 'the address is not on the list of mailfold:sourceAddresses',
  'token-used-before': 'the token came with another body before',
  'topic-not-allowed':
    'the topic is not on the list of mailfold:sesTopicArns (here: give its ARN with --key)',
  'certificate-not-trusted': 'the address of the certificate is not that of SNS in the topic’s region',
};
