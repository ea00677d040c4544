import { explainAddress } from '../../app/explain-address.ts';
import { limits } from '../../app/given.ts';
import { messageStatus, wholeMessageStatus } from '../../app/message-status.ts';
import { askPatiently } from '../ask-patiently.ts';
import type { MakeCommand, StackOptions } from '../command.ts';
import { portsOf } from '../ports.ts';
import { exitCodes, valueOrProblem } from '../problem.ts';
import { openTarget } from '../target.ts';
import { showAddress } from '../ui/address-lines.ts';
import { showExplanation } from '../ui/message-lines.ts';
import { print, printJson, type Terminal } from '../ui/terminal.ts';

type ExplainOptions = StackOptions & {
  readonly wait: boolean;
  readonly stream?: string;
  readonly limit: number;
  readonly cursor?: string;
};

export const explainCommand: MakeCommand = (command, { terminal, finish }) =>
  command
    .withExamples([
      'explain m1',
      'explain ana@example.com',
      'explain ana@example.com --stream 10',
      'explain 0102019f-… --stack Mailfold --json',
    ])
    .argument('<subject>', 'message id from the provider’s send API, or an e-mail address')
    .option('--stream <name>', 'explain an address for mail of this stream, group or list')
    .option('--no-wait', 'answer at once, although an event about it may still be in the queue')
    .option(
      '--limit <n>',
      `rows of an address’s history, or with --json recipients of a message, at most ${limits.pageSize}`,
      Number,
      limits.defaultPageSize,
    )
    .option('--cursor <cursor>', 'next page: the cursor that --json printed')
    .withStack()
    .withJson()
    .action((subject: string, options: ExplainOptions) => finish(explain(subject, options, terminal)));

async function explain(subject: string, options: ExplainOptions, terminal: Terminal): Promise<number> {
  const target = await openTarget(options);
  const ports = portsOf(target);
  const { stream, limit, cursor } = options;
  // Only an address is explained for a stream.
  if (stream !== undefined) return explainOneAddress(subject, ports, options, terminal);
  // For scripts, a page as the API gives it. A person gets all recipients.
  const ask = options.json
    ? () => messageStatus({ messageId: subject, limit, cursor }, ports)
    : () => wholeMessageStatus({ messageId: subject }, ports);
  const message = options.wait ? await askPatiently(ask, target, terminal) : await ask();
  // A message id can contain an "@" too, so ids are looked up first.
  if (!message.ok && subject.includes('@')) return explainOneAddress(subject, ports, options, terminal);
  const report = valueOrProblem(subject, message);
  if (options.json) printJson(terminal, report);
  else showExplanation(report, terminal);
  return 0;
}

async function explainOneAddress(
  subject: string,
  ports: ReturnType<typeof portsOf>,
  options: ExplainOptions,
  terminal: Terminal,
): Promise<number> {
  const { stream, limit, cursor } = options;
  const explanation = valueOrProblem(
    subject,
    await explainAddress({ address: subject, stream, limit, cursor }, ports),
  );
  const isKnown = explanation.history.length > 0 || explanation.causes.length > 0;
  if (options.json) printJson(terminal, explanation);
  else if (isKnown) showAddress(explanation, { stream, settings: ports.settings }, terminal);
  else
    print(
      terminal,
      `${explanation.address} is not suppressed and has no history.${stream === undefined ? ' No message has this id either.' : ''}`,
    );
  return isKnown ? 0 : exitCodes.no;
}
