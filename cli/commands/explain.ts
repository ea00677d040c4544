import { outputs } from '../../lib/outputs.ts';
import { readMessage } from '../../store/read-message.ts';
import { command, type MakeCommand } from '../command.ts';
import { exitCodes, Problem } from '../problem.ts';
import { givenAddress } from '../suppressions/given.ts';
import { suppressionListOf } from '../suppressions/suppression-list.ts';
import { openTarget, type Target, type TargetOptions } from '../target.ts';
import { addressExplained, showAddress } from '../ui/address-lines.ts';
import { messageExplained, showMessage } from '../ui/message-lines.ts';
import { printJson, type Terminal } from '../ui/terminal.ts';

type ExplainOptions = TargetOptions & { readonly json?: boolean };

export const explainCommand: MakeCommand = ({ terminal, finish }) =>
  command('explain', 'why a message has its status, or an address its suppression', [
    'explain m1',
    'explain ana@example.com',
    'explain 0102019f-… --stack Mailfold --json',
  ])
    .argument('<message or address>', 'message id, as the send API returned it, or an address')
    .option('--stack <name>', 'a deployed stack instead of the local one')
    .option('--json', 'for programs')
    .action((subject: string, options: ExplainOptions) => finish(explain(subject, options, terminal)));

async function explain(subject: string, options: ExplainOptions, terminal: Terminal): Promise<number> {
  const target = await openTarget(options);
  // Some send APIs return the id in angle brackets, and report it without.
  const bare = subject.replace(/^<(.*)>$/, '$1');
  // Message ids may have an "@" too, so they are looked for first.
  const history = await readMessage(target.dynamoDb, target.output(outputs.messagesTableName), bare);
  if (history) {
    const explained = messageExplained(history);
    if (options.json) printJson(terminal, explained);
    else showMessage(explained, terminal);
    return 0;
  }
  if (!subject.includes('@'))
    throw new Problem(`no message ${subject}: no event about it has arrived`, exitCodes.no);
  return explainAddress(subject, target, options, terminal);
}

async function explainAddress(
  subject: string,
  target: Target,
  options: ExplainOptions,
  terminal: Terminal,
): Promise<number> {
  const address = givenAddress(subject);
  const list = suppressionListOf(target);
  const entries = await list.entriesOf(address);
  if (entries.length === 0)
    throw new Problem(
      `nothing was ever held against ${address}, and no message has this id: one may send`,
      exitCodes.no,
    );
  const explained = addressExplained(address, entries, list.settings, new Date());
  if (options.json) printJson(terminal, explained);
  else showAddress(explained, terminal);
  return 0;
}
