import type { LetterFilter } from '../../../app/dead-letters.ts';
import { topicProvider } from '../../../providers/manifests.ts';
import type { CliCommand, StackOptions } from '../../command.ts';
import { exitCodes, Problem } from '../../problem.ts';

export type DlqOptions = StackOptions & LetterFilter & { readonly queue: 'events' | 'topic' };

/** A command about dead letters: all take the same options to choose them. */
export function letterCommand(command: CliCommand, examples: readonly string[]): CliCommand {
  return command
    .withExamples(examples)
    .option(
      '--queue <name>',
      `events, or ${topicProvider.name} for what SNS could not deliver`,
      queueName,
      'events',
    )
    .option('--provider <name>', 'only dead letters from this provider')
    .option('--reason <text>', 'only dead letters whose reason contains this');
}

function queueName(text: string): DlqOptions['queue'] {
  if (text === 'events') return 'events';
  if (text === topicProvider.name) return 'topic';
  throw new Problem(
    `expected --queue events or --queue ${topicProvider.name}, found "${text}"`,
    exitCodes.usage,
  );
}
