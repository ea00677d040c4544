import { type Redriven, redriveDeadLetters } from '../../../app/dead-letters.ts';
import { type MakeCommand, positiveNumber } from '../../command.ts';
import { valueOrProblem } from '../../problem.ts';
import { confirm } from '../../ui/confirm.ts';
import { progress } from '../../ui/progress.ts';
import { print, printJson, type Terminal } from '../../ui/terminal.ts';
import { type DlqOptions, letterCommand, openLetters } from './options.ts';

type RedriveOptions = DlqOptions & {
  readonly all?: boolean;
  readonly rate?: number;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
};

export const redriveCommand: MakeCommand = (command, { terminal, finish }) =>
  letterCommand(command, [
    'dlq redrive --all',
    'dlq redrive --all --yes --rate 50 --stack Mailfold',
    'dlq redrive --reason "storing it failed" --dry-run',
  ])
    .option('--all', 'send all of them')
    .option('--rate <n>', 'messages per second, at most', positiveNumber)
    .option('--dry-run', 'only say how many would be sent')
    .addHelpText('after', '\nA dead letter that is sent again is tried as often as a new message.')
    .withYes('do not ask before sending all of them; required in scripts')
    .withStack()
    .withJson()
    .action((options: RedriveOptions) => finish(redrive(options, terminal)));

async function redrive(options: RedriveOptions, terminal: Terminal): Promise<number> {
  const queue = await openLetters(options);
  const { all, rate, dryRun } = options;
  const depth = dryRun ? 0 : await queue.depth();
  const isEverything = all && options.provider === undefined && options.reason === undefined;
  if (isEverything && depth > 0) await confirm(consequenceOf(depth), options, terminal);
  const sending = progress('sending again', depth, terminal);
  const pace = { rate, onSent: sending.advance };
  const answer = await redriveDeadLetters({ filter: options, all, dryRun }, queue, pace);
  const result = valueOrProblem('redrive', answer);
  if (!dryRun) sending.end();
  if (options.json) printJson(terminal, result);
  else print(terminal, inWords(result));
  return 0;
}

function consequenceOf(depth: number): string {
  return `${depth === 1 ? 'The only dead letter' : `All ${depth} dead letters`} will leave the dead-letter queue and be processed again.`;
}

function inWords({ moved, left, dryRun }: Redriven): string {
  return dryRun ? `${moved} would be sent again, ${left} would stay` : `${moved} sent again, ${left} left`;
}
