import type { TimeLimit } from './time-limit.ts';

/** A message of a dead-letter queue. */
export type DeadLetter = {
  readonly id: string;
  readonly provider: string;
  /** Why it failed: noted when it was set aside, or found by reading it again now. */
  readonly reason: string;
  readonly sentAt: Date;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
};

export type LookBounds = TimeLimit & {
  /** Different letters to look at, at most. */
  readonly most: number;
  /**
   * What happens to the letters that were looked at and not sent again. `visible`: others see them again. `hidden`: they
   * stay hidden for a minute or longer, so that the next look sees other letters.
   */
  readonly afterwards: 'visible' | 'hidden';
  /** Messages per second that are sent again during the look, at most. */
  readonly rate?: number;
};

export type Looked = {
  /** Different letters that were looked at. */
  readonly lookedAt: number;
  /** Whether the look ended because there were no more letters to see. */
  readonly isComplete: boolean;
};

/** Uses some letters. `sendAgain` sends those that it is given to the events queue. */
export type UseLetters = (
  letters: readonly DeadLetter[],
  sendAgain: (some: readonly DeadLetter[]) => Promise<void>,
) => Promise<void> | void;

export type DeadLetterQueue = {
  /** Whether the name is one that letters can be from. */
  isSender(provider: string): boolean;
  /** The approximate number of letters. */
  depth(): Promise<number>;
  /** Calls `use` with some letters at a time, several times side by side. Letters are hidden from others meanwhile. */
  look(bounds: LookBounds, use: UseLetters): Promise<Looked>;
  /** Sends all letters to the events queue. Returns how many were sent when all were, or when the time was up. */
  sendAllAgain(total: number, pace: Pace & TimeLimit): Promise<number>;
};

export type Pace = {
  /** Messages per second, at most. */
  readonly rate?: number;
  readonly onSent?: (count: number) => void;
};
