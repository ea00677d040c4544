/** What the consumer reads from its environment; lib/event-consumer.ts sets it, on AWS and in a local run alike. */
export const consumerVariables = [
  'MESSAGES_TABLE',
  'EVENTS_QUEUE_URL',
  'DEDUPE_WINDOW_DAYS',
  'STATUS_RETENTION_DAYS',
  /** Senders after the Standard Webhooks that the operator has named, and how to read them, as JSON. */
  'STANDARD_SOURCES',
] as const;

export type ConsumerEnvironment = Record<(typeof consumerVariables)[number], string>;
