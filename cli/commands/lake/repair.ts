import type { MakeCommand } from '../../command.ts';
import { type RetellOptions, retell } from './retell.ts';

export const repairCommand: MakeCommand = (command, { terminal, finish }) =>
  command
    .withExamples([
      'lake repair',
      'lake repair --since -2d',
      'lake repair --since 2026-01-31 --stack Mailfold',
    ])
    .option('--since <time>', 'only events that were stored from this time on, such as 2026-01-31 or -2d')
    .withStack()
    .withJson()
    .addHelpText(
      'after',
      '\nReads the whole messages table. Events that are in the lake already are counted once all the\nsame, so it can be interrupted, run again, and run while new events arrive.',
    )
    .action((options: RetellOptions) => finish(retell(options, terminal)));
