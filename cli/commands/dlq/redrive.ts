import { type Redriven, redriveDeadLetters } from '../../../app/dead-letters.ts';
import { type MakeCommand, positiveNumber } from '../../command.ts';
import { deadLettersOf } from '../../ports.ts';
import { exitCodes, Problem } from '../../problem.ts';
import { openTarget } from '../../target.ts';
import { progress } from '../../ui/progress.ts';
import { print, printJson, type Terminal } from '../../ui/terminal.ts';
import { type DlqOptions, dlqSubcommand } from './options.ts';

type RedriveOptions = DlqOptions & {
  readonly all?: boolean;
  readonly rate?: number;
  readonly dryRun?: boolean;
};

export const redriveCommand: MakeCommand = ({ terminal, finish }) =>
  dlqSubcommand('redrive', 'send dead letters back to the queue, to be processed again', [
    'dlq redrive --all',
    'dlq redrive --all --rate 50 --stack Mailfold',
    'dlq redrive --reason "storing it failed" --dry-run',
  ])
    .option('--all', 'send all of them')
    .option('--rate <n>', 'messages per second, at most', positiveNumber)
    .option('--dry-run', 'only say how many would be sent')
    .withStack()
    .withJson()
    .action((options: RedriveOptions) => finish(redrive(options, terminal)));

async function redrive(options: RedriveOptions, terminal: Terminal): Promise<number> {
  const isFiltered = options.provider !== undefined || options.reason !== undefined;
  if (options.all ? isFiltered : !isFiltered)
    throw new Problem(
      'choose what to send again: either --all, or some with --provider or --reason',
      exitCodes.usage,
    );
  const queue = deadLettersOf(await openTarget(options), options.queue);
  const { rate, dryRun = false } = options;
  const sending = progress('sending again', dryRun ? 0 : await queue.depth(), terminal);
  const result = await redriveDeadLetters({ filter: options, dryRun }, queue, {
    rate,
    onSent: sending.advance,
  });
  if (!dryRun) sending.end();
  if (options.json) printJson(terminal, result);
  else print(terminal, inWords(result));
  return 0;
}

function inWords({ moved, left, dryRun }: Redriven): string {
  return dryRun ? `${moved} would be sent again, ${left} would stay` : `${moved} sent again, ${left} left`;
}
