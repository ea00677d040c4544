import type { MakeCommand, StackOptions } from '../../command.ts';
import { retell } from './retell.ts';

export const backfillCommand: MakeCommand = (command, { terminal, finish }) =>
  command
    .withExamples(['lake backfill', 'lake backfill --stack Mailfold'])
    .withStack()
    .withJson()
    .addHelpText(
      'after',
      '\nThe tables have the events of the last 30 days, or of the dedupe window that is set. A new lake\nstarts with those of the last 24 hours. After a change of its dimensions, this fills in what was\nempty.',
    )
    .action((options: StackOptions) => finish(retell(options, terminal)));
