/** A made-up event: what the one who asks for it says of it. The simulator adds what its provider would. */
export type SimulatedEvent = {
  /** One of the simulator's kinds. */
  readonly kind: string;
  readonly to: readonly string[];
  readonly messageId: string;
  readonly at: Date;
};

/** Plays a provider's part, for trials and tests: the same event always gets the same bytes and the same id. */
export type Simulator = {
  /** The normalised types that this provider can report, and its own words where one type has several. */
  readonly kinds: readonly string[];
  /** How the provider reaches us: by posting to the API, or by publishing to the topic. */
  readonly transport: 'webhook' | 'topic';
  /** One body per request or message. */
  bodiesOf(events: readonly SimulatedEvent[]): Buffer[];
  /** The headers of a genuine request; the key is what the provider signs with. */
  headersOf(body: Buffer, signingKey: string, now: Date): Record<string, string>;
};
