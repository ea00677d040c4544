import { type Cause, causes } from '../core/suppression.ts';
import { exitCodes, Problem } from './problem.ts';

export function givenCause(text: string): Cause {
  const cause = causes.find((each) => each === text);
  if (!cause) throw new Problem(`no cause "${text}"; the causes are ${causes.join(', ')}`, exitCodes.usage);
  return cause;
}

/** Names and reasons stay in the history for good, so an empty one is refused. */
export function givenText(option: string, text: string): string {
  if (text.trim() === '') throw new Problem(`${option} must not be empty`, exitCodes.usage);
  return text.trim();
}
