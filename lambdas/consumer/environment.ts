/** What the consumer reads from its environment; lib/event-consumer.ts sets it, on AWS and in a local run alike. */
export const consumerVariables = [
  /** Which Mailfold this is: metrics of one account are told apart by it. */
  'MAILFOLD_NAME',
  'MESSAGES_TABLE',
  'ADDRESSES_TABLE',
  'EVENTS_QUEUE_URL',
  'DEDUPE_WINDOW_DAYS',
  'STATUS_RETENTION_DAYS',
  /** When an address counts as suppressed, as JSON: {"softBounceCap": 5, "softBounceWindowDays": 30, "causes": ["complaint", …]}. */
  'SUPPRESSION',
  /** Senders that the operator has named, and how to read their events, as JSON. */
  'STANDARD_SOURCES',
] as const;

export type ConsumerEnvironment = Record<(typeof consumerVariables)[number], string>;
