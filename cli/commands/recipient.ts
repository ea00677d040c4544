import { limits } from '../../app/given.ts';
import { type RecipientMessages, recipientMessages } from '../../app/recipient-messages.ts';
import type { MakeCommand, StackOptions } from '../command.ts';
import { portsOf } from '../ports.ts';
import { exitCodes, valueOrProblem } from '../problem.ts';
import { openTarget } from '../target.ts';
import { labelLines } from '../ui/label-lines.ts';
import { showMoment } from '../ui/moments.ts';
import { colourOf } from '../ui/status-colour.ts';
import { paint, print, printJson, type Terminal, table } from '../ui/terminal.ts';
import { plain } from '../ui/text.ts';

type RecipientOptions = StackOptions & {
  readonly limit: number;
  readonly cursor?: string;
};

export const recipientCommand: MakeCommand = (command, { terminal, finish }) =>
  command
    .withExamples(['recipient ana@example.com', 'recipient ana@example.com --limit 5 --json'])
    .argument('<address>', 'e-mail address')
    .option('--limit <n>', `number of messages, at most ${limits.pageSize}`, Number, limits.defaultPageSize)
    .option('--cursor <cursor>', 'next page: the cursor that --json printed')
    .withStack()
    .withJson()
    .action((address: string, options: RecipientOptions) => finish(recipient(address, options, terminal)));

async function recipient(address: string, options: RecipientOptions, terminal: Terminal): Promise<number> {
  const ports = portsOf(await openTarget(options));
  const { limit, cursor } = options;
  const found = valueOrProblem(address, await recipientMessages({ address, limit, cursor }, ports));
  if (options.json) printJson(terminal, found);
  else show(found, terminal);
  return found.messages.length > 0 ? 0 : exitCodes.no;
}

function show({ recipient: address, messages, cursor }: RecipientMessages, terminal: Terminal): void {
  print(terminal, paint('bold', plain(address), terminal));
  if (messages.length === 0) print(terminal, 'No event for this address has arrived.');
  const rows = messages.map(({ messageId, status, since, provider }) => [
    showMoment(since),
    paint(colourOf(status), status, terminal),
    provider,
    plain(messageId),
  ]);
  const lines = table(rows);
  for (const [index, message] of messages.entries())
    print(terminal, lines[index] ?? '', ...labelLines(message, '    ', terminal));
  if (cursor)
    print(
      terminal,
      paint(
        'dim',
        `There are more: use --limit N (at most ${limits.pageSize}), or --cursor with the cursor from --json.`,
        terminal,
      ),
    );
}
