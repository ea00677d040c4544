import { type ShownLetter, showDeadLetters } from '../../../app/dead-letters.ts';
import { limits } from '../../../app/given.ts';
import type { MakeCommand } from '../../command.ts';
import { exitCodes, valueOrProblem } from '../../problem.ts';
import { showMoment } from '../../ui/moments.ts';
import { progress } from '../../ui/progress.ts';
import { paint, print, printJson, type Terminal } from '../../ui/terminal.ts';
import { plain } from '../../ui/text.ts';
import {
  boundHelp,
  type DlqOptions,
  extentLines,
  letterCommand,
  lettersToLookAt,
  openLetters,
} from './options.ts';

type ShowOptions = DlqOptions & { readonly limit: number };

export const showCommand: MakeCommand = (command, { terminal, finish }) =>
  letterCommand(command, ['dlq show', 'dlq show --reason timestamp --limit 3'])
    .option(
      '--limit <n>',
      `number of dead letters, at most ${limits.pageSize}`,
      Number,
      limits.defaultPageSize,
    )
    .option('--all', boundHelp)
    .withStack()
    .withJson()
    .action((options: ShowOptions) => finish(show(options, terminal)));

async function show(options: ShowOptions, terminal: Terminal): Promise<number> {
  const queue = await openLetters(options);
  const reading = progress('reading', lettersToLookAt(await queue.depth(), options), terminal);
  const { limit, all } = options;
  const request = { filter: options, limit, all, onLookedAt: reading.advance };
  const shown = valueOrProblem('show', await showDeadLetters(request, queue));
  reading.end();
  const isFound = shown.letters.length > 0;
  if (options.json) printJson(terminal, shown);
  else if (isFound) for (const letter of shown.letters) print(terminal, ...letterLines(letter, terminal));
  else print(terminal, 'No dead letters found.', ...extentLines(shown, options));
  return isFound ? 0 : exitCodes.no;
}

function letterLines({ id, provider, reason, sentAt, body }: ShownLetter, terminal: Terminal): string[] {
  const head = `${paint('bold', id, terminal)}  ${plain(provider)}  queued ${showMoment(sentAt)}`;
  return [head, plain(reason), paint('dim', plain(body), terminal), ''];
}
