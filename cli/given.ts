import { type Address, toAddress } from '../../core/ids.ts';
import { type Cause, causes } from '../../core/suppression.ts';
import { exitCodes, Problem } from '../problem.ts';

/** An address as a person gives it. Without its "@" it is more likely a slip than a mailbox. */
export function givenAddress(text: string): Address {
  if (!/^\s*[^\s@].*@[^\s@]+\s*$/.test(text))
    throw new Problem(`expected an address such as ana@example.com, found "${text}"`, exitCodes.usage);
  try {
    return toAddress(text);
  } catch (error) {
    throw new Problem((error as Error).message, exitCodes.usage);
  }
}

export function givenCause(text: string): Cause {
  const cause = causes.find((each) => each === text);
  if (!cause) throw new Problem(`no cause "${text}"; there are ${causes.join(', ')}`, exitCodes.usage);
  return cause;
}

/** Names and reasons stay in the history for good, so that an empty one is worth a question. */
export function givenText(option: string, text: string): string {
  if (text.trim() === '') throw new Problem(`${option} must not be empty`, exitCodes.usage);
  return text.trim();
}
