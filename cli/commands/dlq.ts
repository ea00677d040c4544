import { type DlqOptions, withLetters } from '../../app/dead-letters.ts';
import { redrive } from '../../app/redrive.ts';
import { command, type MakeCommand, positiveNumber } from '../command.ts';
import { exitCodes, Problem } from '../problem.ts';
import { openTarget } from '../target.ts';
import { showAge } from '../ui/age.ts';
import { paint, print, printJson, type Terminal, table } from '../ui/terminal.ts';

export const dlqCommand: MakeCommand = ({ terminal, finish }) => {
  const common = (made: ReturnType<typeof command>) =>
    made
      .option('--queue <name>', 'events, or ses for what SNS could not hand over', queueName, 'events')
      .option('--provider <name>', 'only letters of this provider')
      .option('--reason <text>', 'only letters whose reason contains this')
      .option('--stack <name>', 'a deployed stack instead of the local one')
      .option('--json', 'for programs');
  const list = common(
    command('list', 'dead letters by provider and reason', ['dlq list', 'dlq list --stack Mailfold --json']),
  ).action((options: DlqOptions) => finish(listLetters(options, terminal)));
  const show = common(
    command('show', 'dead letters with what is in them', [
      'dlq show',
      'dlq show --reason timestamp --limit 3',
    ]),
  )
    .option('--limit <n>', 'so many at most', positiveNumber, 10)
    .action((options: DlqOptions & { limit: number }) => finish(showLetters(options, terminal)));
  const again = common(
    command('redrive', 'send dead letters back to be processed again', [
      'dlq redrive --all',
      'dlq redrive --all --rate 50 --stack Mailfold',
      'dlq redrive --reason "storing it failed" --dry-run',
    ]),
  )
    .option('--all', 'every one of them')
    .option('--rate <n>', 'messages per second, at most', positiveNumber)
    .option('--dry-run', 'only say what would be done')
    .action((options: Parameters<typeof redrive>[0]) => finish(redrive(options, terminal)));
  return command('dlq', 'what could not be processed, and sending it again', [
    'dlq list',
    'dlq redrive --all',
  ])
    .addCommand(list)
    .addCommand(show)
    .addCommand(again);
};

function queueName(text: string): DlqOptions['queue'] {
  if (text !== 'events' && text !== 'ses')
    throw new Problem(`expected --queue events or ses, found "${text}"`, exitCodes.usage);
  return text;
}

async function listLetters(options: DlqOptions, terminal: Terminal): Promise<number> {
  const target = await openTarget(options);
  return withLetters(target, options, Number.POSITIVE_INFINITY, terminal, (letters) => {
    const groups = Object.values(
      Object.groupBy(letters, ({ provider, reason }) => JSON.stringify([provider, reason])),
    )
      .flatMap((group) => (group?.[0] ? [{ first: group[0], group }] : []))
      .map(({ first: { provider, reason }, group }) => ({
        provider,
        reason,
        count: group.length,
        oldest: new Date(Math.min(...group.map(({ sentAt }) => sentAt.getTime()))).toISOString(),
      }))
      .sort((one, other) => other.count - one.count);
    if (options.json) printJson(terminal, groups);
    else if (groups.length === 0) print(terminal, 'No dead letters.');
    else {
      const rows = groups.map(({ count, provider, oldest, reason }) => [
        String(count),
        provider,
        showAge(new Date(oldest)),
        reason,
      ]);
      print(terminal, ...table([['count', 'provider', 'oldest', 'reason'], ...rows]));
      print(
        terminal,
        paint(
          'dim',
          '`dlq show` shows what is in them; `dlq redrive --all` sends them again once the cause is gone',
          terminal,
        ),
      );
    }
    return groups.length === 0 ? 0 : exitCodes.no;
  });
}

async function showLetters(options: DlqOptions & { limit: number }, terminal: Terminal): Promise<number> {
  const target = await openTarget(options);
  // All are looked through when only some are meant.
  const most = options.provider || options.reason ? Number.POSITIVE_INFINITY : options.limit;
  return withLetters(target, options, most, terminal, (letters) => {
    const shown = letters
      .slice(0, options.limit)
      .map(({ id, provider, reason, sentAt, deliveries, webhook, message }) => ({
        id,
        provider,
        reason,
        sentAt: sentAt.toISOString(),
        deliveries,
        headers: webhook?.request.headers ?? {},
        body: webhook?.request.body.toString() ?? message.Body ?? '',
      }));
    if (options.json) printJson(terminal, shown);
    else {
      for (const { id, provider, reason, sentAt, deliveries, body } of shown) {
        print(
          terminal,
          `${paint('bold', id, terminal)}  ${provider}  ${sentAt}, ${deliveries} deliveries`,
          reason,
          paint('dim', body, terminal),
          '',
        );
      }
    }
    return shown.length === 0 ? exitCodes.no : 0;
  });
}
