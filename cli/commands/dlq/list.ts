import { type LetterGroup, type ListedLetters, listDeadLetters } from '../../../app/dead-letters.ts';
import type { MakeCommand } from '../../command.ts';
import { exitCodes, valueOrProblem } from '../../problem.ts';
import { showAge } from '../../ui/duration.ts';
import { progress } from '../../ui/progress.ts';
import { paint, print, printJson, type Terminal, table } from '../../ui/terminal.ts';
import { plain } from '../../ui/text.ts';
import {
  boundHelp,
  type DlqOptions,
  extentLines,
  letterCommand,
  lettersToLookAt,
  openLetters,
} from './options.ts';

export const listCommand: MakeCommand = (command, { terminal, finish }) =>
  letterCommand(command, ['dlq list', 'dlq list --all --stack Mailfold --json'])
    .option('--all', boundHelp)
    .withStack()
    .withJson()
    .action((options: DlqOptions) => finish(list(options, terminal)));

async function list(options: DlqOptions, terminal: Terminal): Promise<number> {
  const queue = await openLetters(options);
  const reading = progress('reading', lettersToLookAt(await queue.depth(), options), terminal);
  const request = { filter: options, all: options.all, onLookedAt: reading.advance };
  const listed = valueOrProblem('list', await listDeadLetters(request, queue));
  reading.end();
  if (options.json) printJson(terminal, listed);
  else show(listed, options, terminal);
  return listed.groups.length === 0 ? 0 : exitCodes.no;
}

function show(listed: ListedLetters, options: DlqOptions, terminal: Terminal): void {
  const extent = extentLines(listed, options);
  if (listed.groups.length === 0) {
    print(terminal, 'No dead letters found.', ...extent);
    return;
  }
  const heading = ['count', 'provider', 'oldest', 'reason'];
  print(terminal, ...table([heading, ...listed.groups.map(rowOf)]), ...extent);
  const next = 'dlq show prints their content; dlq redrive --all sends them again.';
  print(terminal, paint('dim', next, terminal));
}

function rowOf({ count, provider, oldest, reason }: LetterGroup): string[] {
  return [String(count), plain(provider), `${showAge(new Date(oldest))} ago`, plain(reason)];
}
