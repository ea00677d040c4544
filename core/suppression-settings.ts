import { type Cause, causes } from './suppression.ts';

export type SuppressionSettings = {
  /** Soft bounces within the window that suppress an address. Each message counts once. */
  readonly softBounceCap: number;
  readonly softBounceWindowDays: number;
  /** Causes that suppress an address. Evidence of other causes has no effect. */
  readonly causes: readonly Cause[];
};

export const defaultSettings: SuppressionSettings = { softBounceCap: 5, softBounceWindowDays: 30, causes };
