import { setTimeout as delay } from 'node:timers/promises';
import { type Address, toAddress } from '../../core/ids.ts';
import { isTerminal } from '../../core/precedence.ts';
import { outputs } from '../../lib/outputs.ts';
import type { StoredEvent } from '../../store/event-row.ts';
import { type MessageHistory, type RecipientHistory, readMessage } from '../../store/read-message.ts';
import { readRecipient } from '../../store/read-recipient.ts';
import { command, type MakeCommand, positiveNumber } from '../command.ts';
import { exitCodes, Problem } from '../problem.ts';
import { openTarget, type Target, type TargetOptions } from '../target.ts';
import { showMoment } from '../ui/moments.ts';
import { colourOf } from '../ui/status-colour.ts';
import { paint, print, printJson, type Terminal, table } from '../ui/terminal.ts';

type StatusOptions = TargetOptions & {
  readonly to?: string;
  readonly watch?: boolean;
  readonly timeout: number;
  readonly json?: boolean;
};

export const statusCommand: MakeCommand = ({ terminal, finish }) =>
  command('status', 'what became of a message, per recipient', [
    'status m1',
    'status m1 --to ana@example.com --json',
    'status --to ana@example.com',
    'status m1 --watch',
    'status 0102019f-… --stack Mailfold',
  ])
    .argument('[message]', 'message id, as the send API returned it; the latest of --to when absent')
    .option('--to <address>', 'only this recipient')
    .option('--watch', 'follow it until it has arrived or failed for good')
    .option('--timeout <seconds>', 'how long to follow it', positiveNumber, 600)
    .option('--stack <name>', 'a deployed stack instead of the local one')
    .option('--json', 'for programs')
    .action((messageId: string | undefined, options: StatusOptions) =>
      finish(status(messageId, options, terminal)),
    );

/** Answers "did it arrive?": the status of a message per recipient, and all that led to it. */
async function status(
  given: string | undefined,
  options: StatusOptions,
  terminal: Terminal,
): Promise<number> {
  const target = await openTarget(options);
  const address = options.to === undefined ? undefined : toAddress(options.to);
  const messageId = given === undefined ? await latestOf(target, address) : bare(given);
  const read = async () =>
    onlyFor(address, await readMessage(target.dynamoDb, target.output(outputs.messagesTableName), messageId));
  const history = options.watch ? await followed(read, options, terminal) : await read();
  if (!history)
    throw new Problem(
      `no message ${messageId}${address ? ` to ${address}` : ''}: no event about it has arrived`,
      exitCodes.no,
    );
  if (options.json) printJson(terminal, asJson(history));
  else if (!options.watch) show(history, terminal);
  return 0;
}

/** Some send APIs return the id in angle brackets, and report it without. */
function bare(messageId: string): string {
  return messageId.replace(/^<(.*)>$/, '$1');
}

async function latestOf(target: Target, address: Address | undefined): Promise<string> {
  if (!address)
    throw new Problem(
      'say which message: its id, or --to ADDRESS for the latest to somebody',
      exitCodes.usage,
    );
  const { messages } = await readRecipient(
    target.dynamoDb,
    target.output(outputs.messagesTableName),
    address,
    { limit: 1 },
  );
  const [latest] = messages;
  if (!latest) throw new Problem(`no message to ${address}: no event about one has arrived`, exitCodes.no);
  return latest.messageId;
}

function onlyFor(
  address: Address | undefined,
  history: MessageHistory | undefined,
): MessageHistory | undefined {
  if (!history || !address) return history;
  const recipients = history.recipients.filter(({ recipient }) => recipient === address);
  return recipients.length > 0 ? { ...history, recipients, ofNobody: [] } : undefined;
}

/** Shows it at each change, until nothing more is to be waited for. */
async function followed(
  read: () => Promise<MessageHistory | undefined>,
  { timeout, json }: StatusOptions,
  terminal: Terminal,
): Promise<MessageHistory | undefined> {
  const end = Date.now() + timeout * 1000;
  for (let shown = ''; ; ) {
    const history = await read();
    const now = JSON.stringify(
      history?.recipients.map(({ status: decided, events }) => [decided?.precedence, events.length]),
    );
    if (history && now !== shown && !json) show(history, terminal);
    shown = now;
    if ((history && isSettled(history)) || Date.now() > end) return history;
    await delay(1_000);
  }
}

/** Whoever asks wants to know whether it arrived: an open may follow, but the answer stands. */
function isSettled({ recipients }: MessageHistory): boolean {
  return recipients.every(
    ({ status: decided }) => decided && !['processed', 'deferred', 'soft_bounce'].includes(decided.type),
  );
}

function asJson({ messageId, recipients, ofNobody }: MessageHistory) {
  return {
    messageId,
    recipients: recipients.map(({ recipient, status: decided, events }) => ({
      recipient,
      status: decided?.type ?? null,
      final: decided ? isTerminal(decided.type) : false,
      occurredAt: decided?.occurredAt ?? null,
      decidedBy: decided?.eventId ?? null,
      lastSeen: decided?.times ?? {},
      events: events.map(eventAsJson),
    })),
    otherEvents: ofNobody.map(eventAsJson),
  };
}

function eventAsJson({ messageId: _, recipient: __, ...event }: StoredEvent) {
  return event;
}

function show({ messageId, recipients, ofNobody }: MessageHistory, terminal: Terminal): void {
  print(terminal, paint('bold', messageId, terminal));
  for (const history of recipients) showRecipient(history, terminal);
  if (ofNobody.length > 0)
    print(terminal, '', 'Events that name no recipient', ...timeline(ofNobody, undefined, terminal));
}

function showRecipient({ recipient, status: decided, events }: RecipientHistory, terminal: Terminal): void {
  const word = decided ? paint(colourOf(decided.type), decided.type, terminal) : 'no status yet';
  const final = decided && isTerminal(decided.type) ? ', for good' : '';
  const since = decided ? ` since ${showMoment(decided.occurredAt)}${final}` : '';
  print(
    terminal,
    '',
    `${paint('bold', recipient, terminal)}  ${word}${since}`,
    ...timeline(events, decided?.eventId, terminal),
  );
}

function timeline(
  events: readonly StoredEvent[],
  decidedBy: string | undefined,
  terminal: Terminal,
): string[] {
  const rows = events.map((event) => [
    event.id === decidedBy ? '>' : ' ',
    showMoment(event.occurredAt),
    event.provider,
    event.type,
    aboutOf(event),
  ]);
  return table(rows).map((line) => (line.startsWith('>') ? line : paint('dim', line, terminal)));
}

function aboutOf(event: StoredEvent): string {
  switch (event.type) {
    case 'click':
      return event.url ?? '';
    case 'open':
      return event.machine?.likely ? 'by a machine' : '';
    case 'unsubscribe':
    case 'resubscribe':
      return event.scope;
    case 'processed':
      return '';
    case 'complaint':
    case 'unknown':
      return event.reason ?? '';
    default:
      return event.diagnostic ?? event.reason ?? '';
  }
}
