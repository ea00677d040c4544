import {
  type LetterFilter,
  type LetterGroup,
  listDeadLetters,
  type Redriven,
  redriveDeadLetters,
  type ShownLetter,
  showDeadLetters,
} from '../../app/dead-letters.ts';
import { topicProvider } from '../../providers/manifests.ts';
import { type CliCommand, command, type MakeCommand, positiveNumber, type StackOptions } from '../command.ts';
import { deadLettersOf } from '../ports.ts';
import { exitCodes, Problem } from '../problem.ts';
import { openTarget } from '../target.ts';
import { showAge } from '../ui/duration.ts';
import { progress } from '../ui/progress.ts';
import { paint, print, printJson, type Terminal, table } from '../ui/terminal.ts';
import { plain } from '../ui/text.ts';

type DlqOptions = StackOptions & LetterFilter & { readonly queue: 'events' | 'topic' };
type RedriveOptions = DlqOptions & {
  readonly all?: boolean;
  readonly rate?: number;
  readonly dryRun?: boolean;
};

export const dlqCommand: MakeCommand = ({ terminal, finish }) => {
  const list = withCommonOptions(
    command('list', 'dead letters by provider and reason', ['dlq list', 'dlq list --stack Mailfold --json']),
  ).action((options: DlqOptions) => finish(listLetters(options, terminal)));
  const show = withCommonOptions(
    command('show', 'dead letters with what is in them', [
      'dlq show',
      'dlq show --reason timestamp --limit 3',
    ]),
  )
    .option('--limit <n>', 'how many', positiveNumber, 10)
    .action((options: DlqOptions & { limit: number }) => finish(showLetters(options, terminal)));
  const redrive = withCommonOptions(
    command('redrive', 'send dead letters back to be processed again', [
      'dlq redrive --all',
      'dlq redrive --all --rate 50 --stack Mailfold',
      'dlq redrive --reason "storing it failed" --dry-run',
    ]),
  )
    .option('--all', 'all of them')
    .option('--rate <n>', 'messages per second, at most', positiveNumber)
    .option('--dry-run', 'only say what would be done')
    .action((options: RedriveOptions) => finish(redriveLetters(options, terminal)));
  return command('dlq', 'events that could not be processed, and sending them again', [
    'dlq list',
    'dlq redrive --all',
  ])
    .addCommand(list)
    .addCommand(show)
    .addCommand(redrive);
};

function withCommonOptions(made: CliCommand): CliCommand {
  return made
    .option(
      '--queue <name>',
      `events, or ${topicProvider.name} for those that SNS could not deliver`,
      queueName,
      'events',
    )
    .option('--provider <name>', 'only letters of this provider')
    .option('--reason <text>', 'only letters whose reason contains this')
    .withStack()
    .withJson();
}

function queueName(text: string): DlqOptions['queue'] {
  if (text === 'events') return 'events';
  if (text === topicProvider.name) return 'topic';
  throw new Problem(
    `expected --queue events or --queue ${topicProvider.name}, found "${text}"`,
    exitCodes.usage,
  );
}

async function listLetters(options: DlqOptions, terminal: Terminal): Promise<number> {
  const queue = deadLettersOf(await openTarget(options), options.queue);
  const reading = progress('reading', await queue.depth(), terminal);
  const groups = await listDeadLetters(options, queue, reading.advance);
  reading.end();
  if (options.json) printJson(terminal, groups);
  else showGroups(groups, terminal);
  return groups.length === 0 ? 0 : exitCodes.no;
}

function showGroups(groups: readonly LetterGroup[], terminal: Terminal): void {
  if (groups.length === 0) {
    print(terminal, 'No dead letters.');
    return;
  }
  const rows = groups.map(({ count, provider, oldest, reason }) => [
    String(count),
    plain(provider),
    showAge(new Date(oldest)),
    plain(reason),
  ]);
  print(terminal, ...table([['count', 'provider', 'oldest', 'reason'], ...rows]));
  const hint =
    '`dlq show` shows what is in them; `dlq redrive --all` sends them again once the cause is gone';
  print(terminal, paint('dim', hint, terminal));
}

async function showLetters(options: DlqOptions & { limit: number }, terminal: Terminal): Promise<number> {
  const queue = deadLettersOf(await openTarget(options), options.queue);
  const reading = progress('reading', await queue.depth(), terminal);
  const letters = await showDeadLetters(options, options.limit, queue, reading.advance);
  reading.end();
  if (options.json) printJson(terminal, letters);
  else for (const letter of letters) print(terminal, ...letterLines(letter, terminal));
  return letters.length === 0 ? exitCodes.no : 0;
}

function letterLines(
  { id, provider, reason, sentAt, deliveries, body }: ShownLetter,
  terminal: Terminal,
): string[] {
  const head = `${paint('bold', id, terminal)}  ${plain(provider)}  ${sentAt}, ${deliveries} deliveries`;
  return [head, plain(reason), paint('dim', plain(body), terminal), ''];
}

async function redriveLetters(options: RedriveOptions, terminal: Terminal): Promise<number> {
  const isChosen = options.provider !== undefined || options.reason !== undefined;
  if (options.all ? isChosen : !isChosen)
    throw new Problem('say what to redrive: --all, or some by --provider or --reason', exitCodes.usage);
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
