/** What a single call can change. */
export type CallOptions = {
  /** Ends the call, with its tries and pauses. */
  readonly signal?: AbortSignal | undefined;
  /** How long one try waits for an answer, in milliseconds. @default that of the client, and 30 seconds for statistics */
  readonly timeoutMillis?: number | undefined;
  /**
   * Names a request that suppresses or releases, so that a repeat of it adds nothing. @default a new one for each call,
   * the same for all of its tries
   */
  readonly idempotencyKey?: string | undefined;
};
