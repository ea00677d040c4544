/** The variables that the function for operating reads. lib/operator-api.ts sets them. */
export const operatorVariables = [
  'STACK_NAME',
  'MAILFOLD_VERSION',
  'MESSAGES_TABLE',
  'MESSAGES_STREAM_ARN',
  'ADDRESSES_TABLE',
  'EVENTS_QUEUE_URL',
  'DEAD_LETTERS_URL',
  'TOPIC_DEAD_LETTERS_URL',
  'SES_TOPIC_ARN',
  /** Connects the consumer to its queue. */
  'CONSUMER_MAPPING_ID',
  /** Connects the historian to the stream; empty without a lake. */
  'HISTORIAN_MAPPING_ID',
  /** What the historian could not write; empty without a lake. */
  'LAKE_FAILURES_URL',
  'PROVIDER_SECRET_NAME',
  /** Holds the generated key that signs cursors. */
  'OWN_KEY_SECRET_NAME',
  /** What the operator of the stack has chosen: a `StackFacts`, as JSON. */
  'STACK_FACTS',
] as const;

export type OperatorEnvironment = Record<(typeof operatorVariables)[number], string>;

/** What is known about a stack when it is synthesized. */
export type StackFacts = {
  /** The start of every webhook URL. */
  readonly apiUrl: string;
  /** The last part of each webhook URL. */
  readonly senders: readonly string[];
  /** Whether the operator named the providers in use. */
  readonly isChosen: boolean;
  readonly configurationSet?: string;
  /** Parts that this stack has and others may not have. */
  readonly features: readonly string[];
  readonly dedupeWindowDays: number;
  readonly statusRetentionDays: number;
  readonly suppression: {
    readonly causes: readonly string[];
    readonly softBounceCap: number;
    readonly softBounceWindowDays: number;
  };
};
