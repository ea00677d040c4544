/** What the receiver reads from its environment; lib/webhook-receiver.ts sets it, on AWS and in a local run alike. */
export const receiverVariables = [
  'EVENTS_QUEUE_URL',
  'PROVIDER_SECRET_NAME',
  'SIGNATURE_TOLERANCE_SECONDS',
  /** Comma-separated ARNs of the SNS topics whose SES events may come over HTTPS; empty when there are none. */
  'SES_TOPIC_ARNS',
] as const;

export type ReceiverEnvironment = Record<(typeof receiverVariables)[number], string>;
