import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from '../../app/answer.ts';
import { limits } from '../../app/given.ts';
import { isSettled, type MessageReport } from '../../app/message-report.ts';
import { messageStatus, wholeMessageStatus } from '../../app/message-status.ts';
import { recipientMessages } from '../../app/recipient-messages.ts';
import { askPatiently } from '../ask-patiently.ts';
import { type MakeCommand, positiveNumber, type StackOptions } from '../command.ts';
import { mailfoldCommand } from '../next-commands.ts';
import { portsOf } from '../ports.ts';
import { exitCodes, Problem, valueOrProblem } from '../problem.ts';
import { openTarget, type Target } from '../target.ts';
import { showStatus } from '../ui/message-lines.ts';
import { printJson, type Terminal } from '../ui/terminal.ts';

type StatusOptions = StackOptions & {
  readonly to?: string;
  readonly limit?: number;
  readonly cursor?: string;
  readonly watch?: boolean;
  readonly timeout: number;
  readonly wait: boolean;
};

export const statusCommand: MakeCommand = (command, { terminal, finish }) =>
  command
    .withExamples([
      'status m1',
      'status m1 --to ana@example.com --json',
      'status --to ana@example.com',
      'status m1 --watch',
      'status 0102019f-… --stack Mailfold',
    ])
    .argument('[message]', 'message id from the provider’s send API; omit it for the latest message to --to')
    .option('--to <address>', 'show only this recipient')
    .option('--watch', 'show every change until the message has arrived or failed for good')
    .option('--timeout <seconds>', 'how long to watch', positiveNumber, 600)
    .option('--no-wait', 'answer at once, although an event about it may still be in the queue')
    .option(
      '--limit <n>',
      `with --json: recipients on a page, at most ${limits.pageSize} (default: ${limits.defaultPageSize})`,
      Number,
    )
    .option('--cursor <cursor>', 'with --json: next page, by the cursor that was printed')
    .withStack()
    .withJson()
    .action((messageId: string | undefined, options: StatusOptions) =>
      finish(status(messageId, options, terminal)),
    );

type Ports = ReturnType<typeof portsOf>;

async function status(
  given: string | undefined,
  options: StatusOptions,
  terminal: Terminal,
): Promise<number> {
  const target = await openTarget(options);
  const ports = portsOf(target);
  const messageId = given ?? (await latestTo(options.to, target, ports));
  const { to, limit, cursor } = options;
  // For scripts, a page as the API gives it. A person gets all recipients.
  const ask =
    options.json && !options.watch
      ? () => messageStatus({ messageId, to, limit, cursor }, ports)
      : () => wholeMessageStatus({ messageId, to }, ports);
  const answer = await askUntil(ask, options, target, terminal);
  const report = valueOrProblem(messageId, answer);
  if (options.json) printJson(terminal, report);
  else if (!options.watch) showStatus(report, terminal);
  return 0;
}

function askUntil(
  ask: () => Promise<Answer<MessageReport>>,
  options: StatusOptions,
  target: Target,
  terminal: Terminal,
): Promise<Answer<MessageReport>> {
  if (options.watch) return follow(ask, options, terminal);
  return options.wait ? askPatiently(ask, target, terminal) : ask();
}

async function latestTo(address: string | undefined, target: Target, ports: Ports): Promise<string> {
  if (address === undefined)
    throw new Problem(
      'no message given; pass its id, or --to ADDRESS for the latest message to that address',
      exitCodes.usage,
    );
  const { messages } = valueOrProblem(address, await recipientMessages({ address, limit: 1 }, ports));
  const [latest] = messages;
  if (!latest)
    throw new Problem(
      `${address}: no event for this address has arrived; check the address, or run \`${mailfoldCommand('doctor', target)}\``,
      exitCodes.no,
    );
  return latest.messageId;
}

/** Shows the message at each change, until it is settled or time is up. */
async function follow(
  ask: () => Promise<Answer<MessageReport>>,
  { timeout, json }: StatusOptions,
  terminal: Terminal,
): Promise<Answer<MessageReport>> {
  const end = Date.now() + timeout * 1000;
  for (let shown = ''; ; ) {
    const answer = await ask();
    const seen = answer.ok ? JSON.stringify(answer.value.recipients) : '';
    if (answer.ok && seen !== shown && !json) showStatus(answer.value, terminal);
    shown = seen;
    if ((answer.ok && isSettled(answer.value)) || Date.now() > end) return answer;
    await delay(1_000);
  }
}
