/** The variables that the receiver reads. lib/webhook-receiver.ts sets them. */
export const receiverVariables = [
  /** The `stack` dimension of the metrics, because one account can have several stacks. */
  'MAILFOLD_NAME',
  'EVENTS_QUEUE_URL',
  'PROVIDER_SECRET_NAME',
  'TOKENS_TABLE',
  /** Maximum difference between a signed timestamp and our clock. */
  'SIGNATURE_TOLERANCE_SECONDS',
  /** The same for individual providers, as JSON: {"mailgun": 86400}. */
  'SIGNATURE_TOLERANCES',
  /** IP addresses and ranges that a provider may send from, as JSON: {"postmark": ["192.0.2.0/24"]}. */
  'SOURCE_ADDRESSES',
  /** Comma-separated starts of the URLs under which providers reach the API, without a trailing slash. */
  'PUBLIC_URLS',
  /** Comma-separated SHA-256 digests of the secrets by which a proxy shows itself; empty when there is none. */
  'PROXY_SECRET_DIGESTS',
  /** Comma-separated ARNs of the SNS topics that may post SES events over HTTPS; empty when there are none. */
  'SES_TOPIC_ARNS',
  /** Named senders that follow Standard Webhooks, with the mapping of their events, as JSON. */
  'STANDARD_SOURCES',
] as const;

export type ReceiverEnvironment = Record<(typeof receiverVariables)[number], string>;
