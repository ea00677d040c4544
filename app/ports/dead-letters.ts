/** A message of a dead-letter queue. */
export type DeadLetter = {
  readonly id: string;
  readonly provider: string;
  /** Why it failed: noted when it was split off from its batch, or found by reading it again now. */
  readonly reason: string;
  readonly sentAt: Date;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
};

export type DeadLetterQueue = {
  /** The approximate number of letters. */
  depth(): Promise<number>;
  /** Takes up to `most` letters. They are hidden from others until they are handed back, or for a minute. */
  take(most: number, onTaken?: (count: number) => void): Promise<readonly DeadLetter[]>;
  handBack(letters: readonly DeadLetter[]): Promise<void>;
  /** Sends taken letters to the events queue. */
  sendAgain(letters: readonly DeadLetter[], pace: Pace): Promise<void>;
  /** Sends all letters to the events queue. Returns how many. */
  sendAllAgain(total: number, pace: Pace): Promise<number>;
};

export type Pace = {
  /** Messages per second, at most. */
  readonly rate?: number;
  readonly onSent?: (count: number) => void;
};
