/** The variables that the sender of webhooks reads. lib/webhook-sender.ts sets them. */
export const senderVariables = [
  'DELIVERIES_TABLE',
  'WEBHOOK_SECRET_NAME',
  /** Endpoints with their queues, as JSON: `SentEndpoint[]`. */
  'ENDPOINTS',
  /** Hosts that may have a private address and no TLS, with commas between. */
  'PRIVATE_HOSTS',
] as const;

export type SenderEnvironment = Record<(typeof senderVariables)[number], string>;

export type SentEndpoint = { readonly name: string; readonly url: string; readonly queueUrl: string };
