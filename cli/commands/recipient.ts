import { toAddress } from '../../core/ids.ts';
import { outputs } from '../../lib/outputs.ts';
import { readRecipient } from '../../store/read-recipient.ts';
import { command, type MakeCommand, positiveNumber } from '../command.ts';
import { exitCodes, Problem } from '../problem.ts';
import { openTarget, type TargetOptions } from '../target.ts';
import { showMoment } from '../ui/moments.ts';
import { colourOf } from '../ui/status-colour.ts';
import { paint, print, printJson, type Terminal } from '../ui/terminal.ts';

type RecipientOptions = TargetOptions & { readonly limit: number; readonly json?: boolean };

export const recipientCommand: MakeCommand = ({ terminal, finish }) =>
  command('recipient', 'the latest messages to an address, and what became of each', [
    'recipient ana@example.com',
    'recipient ana@example.com --limit 5 --json',
  ])
    .argument('<address>')
    .option('--limit <n>', 'so many at most', positiveNumber, 20)
    .option('--stack <name>', 'a deployed stack instead of the local one')
    .option('--json', 'for programs')
    .action((address: string, options: RecipientOptions) => finish(recipient(address, options, terminal)));

async function recipient(text: string, options: RecipientOptions, terminal: Terminal): Promise<number> {
  const target = await openTarget(options);
  const address = toAddress(text);
  const { messages, next } = await readRecipient(
    target.dynamoDb,
    target.output(outputs.messagesTableName),
    address,
    options,
  );
  if (messages.length === 0)
    throw new Problem(`no message to ${address}: no event about one has arrived`, exitCodes.no);
  if (options.json) {
    printJson(
      terminal,
      messages.map(({ messageId, firstSeenAt, status }) => ({
        messageId,
        firstSeenAt,
        status: status.type,
        occurredAt: status.occurredAt,
        provider: status.provider,
      })),
    );
    return 0;
  }
  print(terminal, paint('bold', address, terminal));
  for (const { messageId, status } of messages) {
    const word = paint(colourOf(status.type), status.type.padEnd(11), terminal);
    print(terminal, `${showMoment(status.occurredAt)}  ${word}  ${status.provider.padEnd(9)}  ${messageId}`);
  }
  if (next) print(terminal, paint('dim', 'There are more: --limit N shows them, 100 at most.', terminal));
  return 0;
}
