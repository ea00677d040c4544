import type { RefusalReason } from '../../providers/provider.ts';

/** The most frequent cause of each refusal, and what to do about it. */
export const usualCauses: Readonly<Record<RefusalReason, string>> = {
  'headers-missing':
    'the request has no signature headers: switch signing on at the provider, and keep all headers of the request',
  'timestamp-unreadable': 'the signed time is not a whole number of seconds: keep the header as it came',
  'timestamp-stale':
    'the signature is valid but old: a retry, a captured request, or our clock is fast; `verify --at TIME` checks it as of another time',
  'timestamp-in-future':
    'the signature is valid but from the future: our clock is slow, or the time is in milliseconds',
  'signature-mismatch':
    'the key belongs to another webhook, account or environment, or has changed at the provider: copy it from there again',
  'body-unreadable':
    'the body is not what this provider sends: it was cut off, or another provider uses this URL',
  'not-signed':
    'the body has no signature: another sender uses this URL; for SNS, switch raw message delivery off',
  'credentials-wrong':
    'the user or password is not the one in the secret, which holds user:password: set the same on both sides',
  'source-not-allowed':
    'the sender’s IP address is not in the setting sourceAddresses: add it and deploy, if it is the provider’s',
  'token-used-before': 'the token came before, with another body: somebody may be replaying it',
  'topic-not-allowed':
    'the topic is not in the setting sesTopicArns: add its ARN and deploy (for `verify`, pass it with --key)',
  'certificate-not-trusted':
    'the certificate does not come from SNS in the topic’s region: the request may be forged',
};
