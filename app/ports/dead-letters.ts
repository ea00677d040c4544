/** A queue message that was set aside, read as far as it can be read. */
export type DeadLetter = {
  readonly id: string;
  readonly provider: string;
  /** Why it is here: as it was found when it was set apart from its batch, or as it is found now. */
  readonly reason: string;
  readonly sentAt: Date;
  readonly deliveries: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
};

export type DeadLetterQueue = {
  /** About how many letters there are. */
  depth(): Promise<number>;
  /** Takes up to `most` letters; others cannot see them until they are handed back, or for a minute. */
  take(most: number, onTaken?: (count: number) => void): Promise<readonly DeadLetter[]>;
  handBack(letters: readonly DeadLetter[]): Promise<void>;
  /** Sends letters that were taken back to the events queue. */
  sendAgain(letters: readonly DeadLetter[], pace: Pace): Promise<void>;
  /** Sends back everything there is; answers with how many letters that were. */
  sendAllAgain(total: number, pace: Pace): Promise<number>;
};

export type Pace = {
  /** Messages per second, at most. */
  readonly rate?: number;
  readonly onSent?: (count: number) => void;
};
