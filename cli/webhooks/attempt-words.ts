import type { DeliveryAttempt } from '../../app/ports/webhooks.ts';

/** What came of an attempt, in a few words. */
export function outcomeOf({
  status,
  error,
  then,
}: Pick<DeliveryAttempt, 'status' | 'error' | 'then'>): string {
  const result = status === undefined ? (errors[error ?? ''] ?? 'no answer') : String(status);
  return then === 'delivered' ? result : `${result}, ${next[then]}`;
}

const next: Readonly<Record<DeliveryAttempt['then'], string>> = {
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
