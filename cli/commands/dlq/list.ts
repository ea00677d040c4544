import { type LetterGroup, listDeadLetters } from '../../../app/dead-letters.ts';
import type { MakeCommand } from '../../command.ts';
import { exitCodes } from '../../problem.ts';
import { showAge } from '../../ui/duration.ts';
import { progress } from '../../ui/progress.ts';
import { paint, print, printJson, type Terminal, table } from '../../ui/terminal.ts';
import { plain } from '../../ui/text.ts';
import { type DlqOptions, letterCommand, openLetters } from './options.ts';

export const listCommand: MakeCommand = (command, { terminal, finish }) =>
  letterCommand(command, ['dlq list', 'dlq list --stack Mailfold --json'])
    .withStack()
    .withJson()
    .action((options: DlqOptions) => finish(list(options, terminal)));

async function list(options: DlqOptions, terminal: Terminal): Promise<number> {
  const queue = await openLetters(options);
  const reading = progress('reading', await queue.depth(), terminal);
  const groups = await listDeadLetters(options, queue, reading.advance);
  reading.end();
  if (options.json) printJson(terminal, groups);
  else show(groups, terminal);
  return groups.length === 0 ? 0 : exitCodes.no;
}

function show(groups: readonly LetterGroup[], terminal: Terminal): void {
  if (groups.length === 0) {
    print(terminal, 'No dead letters found.');
    return;
  }
  const rows = groups.map(({ count, provider, oldest, reason }) => [
    String(count),
    plain(provider),
    `${showAge(new Date(oldest))} ago`,
    plain(reason),
  ]);
  print(terminal, ...table([['count', 'provider', 'oldest', 'reason'], ...rows]));
  print(
    terminal,
    paint('dim', 'dlq show prints their content; dlq redrive --all sends them again.', terminal),
  );
}
