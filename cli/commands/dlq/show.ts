import { type ShownLetter, showDeadLetters } from '../../../app/dead-letters.ts';
import { type MakeCommand, positiveNumber } from '../../command.ts';
import { exitCodes } from '../../problem.ts';
import { showMoment } from '../../ui/moments.ts';
import { progress } from '../../ui/progress.ts';
import { paint, print, printJson, type Terminal } from '../../ui/terminal.ts';
import { plain } from '../../ui/text.ts';
import { type DlqOptions, letterCommand, openLetters } from './options.ts';

type ShowOptions = DlqOptions & { readonly limit: number };

export const showCommand: MakeCommand = (command, { terminal, finish }) =>
  letterCommand(command, ['dlq show', 'dlq show --reason timestamp --limit 3'])
    .option('--limit <n>', 'number of dead letters', positiveNumber, 10)
    .withStack()
    .withJson()
    .action((options: ShowOptions) => finish(show(options, terminal)));

async function show(options: ShowOptions, terminal: Terminal): Promise<number> {
  const queue = await openLetters(options);
  const reading = progress('reading', await queue.depth(), terminal);
  const letters = await showDeadLetters(options, options.limit, queue, reading.advance);
  reading.end();
  if (options.json) printJson(terminal, letters);
  else if (letters.length === 0) print(terminal, 'No dead letters found.');
  else for (const letter of letters) print(terminal, ...letterLines(letter, terminal));
  return letters.length === 0 ? exitCodes.no : 0;
}

function letterLines({ id, provider, reason, sentAt, body }: ShownLetter, terminal: Terminal): string[] {
  const head = `${paint('bold', id, terminal)}  ${plain(provider)}  queued ${showMoment(sentAt)}`;
  return [head, plain(reason), paint('dim', plain(body), terminal), ''];
}
