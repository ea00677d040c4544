/** What the receiver reads from its environment; lib/webhook-receiver.ts sets it, on AWS and in a local run alike. */
export const receiverVariables = [
  /** Which Mailfold this is: metrics of one account are told apart by it. */
  'MAILFOLD_NAME',
  'EVENTS_QUEUE_URL',
  'PROVIDER_SECRET_NAME',
  'TOKENS_TABLE',
  /** How far a signed time may be from ours, in seconds; for most providers. */
  'SIGNATURE_TOLERANCE_SECONDS',
  /** The same for single providers, as JSON: {"mailgun": 86400}. */
  'SIGNATURE_TOLERANCES',
  /** Addresses and ranges that a provider may send from, as JSON: {"postmark": ["192.0.2.0/24"]}. */
  'SOURCE_ADDRESSES',
  /** Comma-separated ARNs of the SNS topics whose SES events may come over HTTPS; empty when there are none. */
  'SES_TOPIC_ARNS',
  /** Senders that the operator has named, and how to read their events, as JSON. */
  'STANDARD_SOURCES',
] as const;

export type ReceiverEnvironment = Record<(typeof receiverVariables)[number], string>;
