import type { DeliveryAttempt } from '../../app/ports/webhooks.ts';

/** What came of an attempt, in a few words. */
export function outcomeOf({
  status,
  error,
  next,
}: Pick<DeliveryAttempt, 'status' | 'error' | 'next'>): string {
  const result = status === undefined ? (errors[error ?? ''] ?? 'no answer') : String(status);
  return next === 'delivered' ? result : `${result}, ${words[next]}`;
}

const words: Readonly<Record<DeliveryAttempt['next'], string>> = {
  delivered: 'delivered',
  retried: 'will be tried again',
  'set-aside': 'not tried again',
};

const errors: Readonly<Record<string, string>> = {
  'address-not-allowed': 'its name leads to an address that is not public',
  'url-not-allowed': 'its URL is not allowed',
  'host-unknown': 'its host is unknown',
  'connection-refused': 'it refuses connections',
  'certificate-invalid': 'its certificate is not valid',
  timeout: 'no answer in time',
  'connection-failed': 'the connection broke',
};
