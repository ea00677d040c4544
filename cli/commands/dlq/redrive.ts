import { selectsAll } from '../../../app/dead-letters.ts';
import { type Redriven, redriveDeadLetters } from '../../../app/redrive.ts';
import { exampleProvider, topicProvider } from '../../../providers/manifests.ts';
import { type MakeCommand, positiveNumber } from '../../command.ts';
import { valueOrProblem } from '../../problem.ts';
import { confirm } from '../../ui/confirm.ts';
import { progress } from '../../ui/progress.ts';
import { print, printJson, type Terminal } from '../../ui/terminal.ts';
import { type DlqOptions, extentLines, letterCommand, lettersToLookAt, openLetters } from './options.ts';

type RedriveOptions = DlqOptions & {
  readonly rate?: number;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
};

export const redriveCommand: MakeCommand = (command, { terminal, finish }) =>
  letterCommand(command, [
    'dlq redrive --all',
    'dlq redrive --all --yes --rate 50 --stack Mailfold',
    'dlq redrive --reason "storing it failed" --dry-run',
    `dlq redrive --provider ${exampleProvider} --all`,
    `dlq redrive --queue ${topicProvider.name} --all --yes --stack Mailfold`,
  ])
    .option('--all', 'send all of them; with --provider or --reason, all that match')
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
  const depth = await queue.depth();
  const isEverything = selectsAll(options);
  if (isEverything && all && !dryRun && depth > 0) await confirm(consequenceOf(depth), options, terminal);
  const done = isEverything
    ? progress('sending again', depth, terminal)
    : progress('reading', lettersToLookAt(depth, options), terminal);
  const answer = await redriveDeadLetters(
    { filter: options, all, dryRun, ...(!isEverything && { onLookedAt: done.advance }) },
    queue,
    { rate, ...(isEverything && { onSent: done.advance }) },
  );
  const result = valueOrProblem('redrive', answer);
  done.end();
  if (options.json) printJson(terminal, result);
  else print(terminal, inWords(result), ...(isEverything ? [] : extentLines(result, options)));
  return 0;
}

function consequenceOf(depth: number): string {
  return `${depth === 1 ? 'The only dead letter' : `All ${depth} dead letters`} will leave the dead-letter queue and be processed again.`;
}

function inWords({ moved, left, dryRun }: Redriven): string {
  return dryRun ? `${moved} would be sent again, ${left} would stay` : `${moved} sent again, ${left} left`;
}
