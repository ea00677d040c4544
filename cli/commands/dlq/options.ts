import { Option } from 'commander';
import { type Extent, type LetterFilter, usualLook } from '../../../app/dead-letters.ts';
import type { DeadLetterQueue } from '../../../app/ports/dead-letters.ts';
import { topicProvider } from '../../../providers/manifests.ts';
import type { CliCommand, StackOptions } from '../../command.ts';
import { deadLettersOf } from '../../dead-letters-of.ts';
import { providerOption } from '../../given.ts';
import { exitCodes, Problem } from '../../problem.ts';
import { suggest } from '../../suggested.ts';
import { openTarget } from '../../target.ts';

export type DlqOptions = StackOptions &
  LetterFilter & { readonly queue: 'events' | 'topic'; readonly all?: boolean };

/** A command about dead letters: all take the same options to choose them. */
export function letterCommand(command: CliCommand, examples: readonly string[]): CliCommand {
  return command
    .withExamples(examples)
    .addOption(queueOption())
    .addOption(providerOption('only dead letters from this provider'))
    .option('--reason <text>', 'only dead letters whose reason contains this');
}

/** Added to the help of commands that look at letters. */
export const boundHelp = `look at all dead letters, not only at the first ${usualLook}`;

/** How many letters a look will read, for its progress. */
export function lettersToLookAt(depth: number, { all }: DlqOptions): number {
  return all ? depth : Math.min(depth, usualLook);
}

/** Says how much of the queue the answer is about, unless it is about all of it. */
export function extentLines({ lookedAt, total, isComplete }: Extent, { all }: DlqOptions): string[] {
  if (lookedAt >= total) return [];
  const seen = `Looked at ${lookedAt} of about ${total} dead letters`;
  if (isComplete)
    return [
      `${seen}: SQS does not show the others now. Somebody else may be looking at them,`,
      'or there are more than the 120,000 that SQS hands out at a time.',
    ];
  return [all ? `${seen}.` : `${seen}; --all looks at all of them.`];
}

/** The dead letters of the queue that the options name. */
export async function openLetters(options: DlqOptions): Promise<DeadLetterQueue> {
  return deadLettersOf(await openTarget(options), options.queue);
}

function queueOption(): Option {
  const does = `events, or ${topicProvider.name} for what SNS could not deliver`;
  const option = new Option('--queue <name>', does).argParser(queueName).default('events');
  return suggest(option, ['events', topicProvider.name]);
}

function queueName(text: string): DlqOptions['queue'] {
  if (text === 'events') return 'events';
  if (text === topicProvider.name) return 'topic';
  throw new Problem(
    `expected --queue events or --queue ${topicProvider.name}, found "${text}"`,
    exitCodes.usage,
  );
}
