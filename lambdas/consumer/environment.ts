/** The variables that the consumer reads. lib/event-consumer.ts sets them. */
export const consumerVariables = [
  /** The `stack` dimension of the metrics, because one account can have several stacks. */
  'MAILFOLD_NAME',
  'MESSAGES_TABLE',
  'ADDRESSES_TABLE',
  'EVENTS_QUEUE_URL',
  'DEDUPE_WINDOW_DAYS',
  'STATUS_RETENTION_DAYS',
  /** When an address counts as suppressed, as JSON: the fields of `SuppressionSettings`. */
  'SUPPRESSION',
  /** Named senders that follow Standard Webhooks, with the mapping of their events, as JSON. */
  'STANDARD_SOURCES',
] as const;

export type ConsumerEnvironment = Record<(typeof consumerVariables)[number], string>;
