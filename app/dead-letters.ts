import type { Target, TargetOptions } from '../cli/target.ts';
import { progress } from '../cli/ui/progress.ts';
import type { Terminal } from '../cli/ui/terminal.ts';
import { outputs } from '../lib/outputs.ts';
import { handBack, type Letter, takeLetters } from '../queue/dead-letter-queue.ts';
import { queueDepth } from '../queue/queue-depth.ts';

/** Which letters are meant. */
export type DlqOptions = TargetOptions & {
  readonly queue: 'events' | 'ses';
  readonly provider?: string;
  readonly reason?: string;
  readonly json?: boolean;
};

export function deadLetterUrl(target: Target, { queue }: Pick<DlqOptions, 'queue'>): string {
  return target.output(queue === 'ses' ? outputs.sesDeadLetterQueueUrl : outputs.deadLetterQueueUrl);
}

export function isMeant({
  provider,
  reason,
}: Pick<DlqOptions, 'provider' | 'reason'>): (letter: Letter) => boolean {
  return (letter) =>
    (provider === undefined || letter.provider === provider) &&
    (reason === undefined || letter.reason.includes(reason));
}

/** Reads letters, shows them to somebody, and hands them back whatever happens. */
export async function withLetters<T>(
  target: Target,
  options: DlqOptions,
  most: number,
  terminal: Terminal,
  use: (letters: readonly Letter[]) => Promise<T> | T,
): Promise<T> {
  const url = deadLetterUrl(target, options);
  const reading = progress('reading ', Math.min(most, await queueDepth(target.sqs, url)), terminal);
  const letters = await takeLetters(target.sqs, url, most, (count) => reading.advance(count));
  reading.end();
  try {
    return await use(letters.filter(isMeant(options)));
  } finally {
    await handBack(target.sqs, url, letters);
  }
}
