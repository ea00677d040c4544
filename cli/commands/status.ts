import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from '../../app/answer.ts';
import { type MessageReport, messageStatus } from '../../app/message-status.ts';
import { recipientMessages } from '../../app/recipient-messages.ts';
import { command, type MakeCommand, positiveNumber, type StackOptions } from '../command.ts';
import { portsOf } from '../ports.ts';
import { exitCodes, Problem, valueOrProblem } from '../problem.ts';
import { openTarget } from '../target.ts';
import { showStatus } from '../ui/message-lines.ts';
import { printJson, type Terminal } from '../ui/terminal.ts';

type StatusOptions = StackOptions & {
  readonly to?: string;
  readonly watch?: boolean;
  readonly timeout: number;
};

export const statusCommand: MakeCommand = ({ terminal, finish }) =>
  command('status', 'what became of a message, per recipient', [
    'status m1',
    'status m1 --to ana@example.com --json',
    'status --to ana@example.com',
    'status m1 --watch',
    'status 0102019f-… --stack Mailfold',
  ])
    .argument('[message]', 'message id, as the send API returned it; omit for the latest message of --to')
    .option('--to <address>', 'only this recipient')
    .option('--watch', 'follow it until it has arrived or failed for good')
    .option('--timeout <seconds>', 'how long to follow it', positiveNumber, 600)
    .withStack()
    .withJson()
    .action((messageId: string | undefined, options: StatusOptions) =>
      finish(status(messageId, options, terminal)),
    );

type Ports = ReturnType<typeof portsOf>;

/** Answers "did it arrive?": the status of a message per recipient, and all that led to it. */
async function status(
  given: string | undefined,
  options: StatusOptions,
  terminal: Terminal,
): Promise<number> {
  const ports = portsOf(await openTarget(options));
  const messageId = given ?? (await latestTo(options.to, ports));
  const ask = () => messageStatus({ messageId, to: options.to }, ports);
  const answer = options.watch ? await follow(ask, options, terminal) : await ask();
  const report = valueOrProblem(messageId, answer);
  if (options.json) printJson(terminal, report);
  else if (!options.watch) showStatus(report, terminal);
  return 0;
}

async function latestTo(address: string | undefined, ports: Ports): Promise<string> {
  if (address === undefined)
    throw new Problem(
      'say which message: give its id, or --to ADDRESS for the latest message to an address',
      exitCodes.usage,
    );
  const { messages } = valueOrProblem(address, await recipientMessages({ address, limit: 1 }, ports));
  const [latest] = messages;
  if (!latest)
    throw new Problem(`${address}: no event about a message to this address has arrived`, exitCodes.no);
  return latest.messageId;
}

/** Shows it at each change, until there is nothing more to wait for. */
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

/** Whoever asks wants to know whether it arrived: an open can follow, but the answer stands. */
function isSettled({ recipients }: MessageReport): boolean {
  return recipients.every(
    ({ status: word }) => word && !['processed', 'deferred', 'soft_bounce'].includes(word),
  );
}
