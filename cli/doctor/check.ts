import type { Target } from '../target.ts';
import type { Finding } from './finding.ts';

/** Looks at one step of an event's way through the stack. */
export type Check = {
  /** Names the step when the check itself fails. */
  readonly what: string;
  run(target: Target): Promise<Finding[]>;
};
