/** What the consumer reads from its environment; lib/event-consumer.ts sets it, on AWS and in a local run alike. */
export const consumerVariables = [
  'MESSAGES_TABLE',
  'EVENTS_QUEUE_URL',
  'DEDUPE_WINDOW_DAYS',
  'STATUS_RETENTION_DAYS',
] as const;

export type ConsumerEnvironment = Record<(typeof consumerVariables)[number], string>;
