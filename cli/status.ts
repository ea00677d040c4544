import { isTerminal } from '../lambdas/events/precedence.ts';
import type { StoredEvent } from '../lambdas/store/event-row.ts';
import { type MessageHistory, type RecipientHistory, readMessage } from '../lambdas/store/read-message.ts';
import { outputs } from '../lib/outputs.ts';
import { command, type MakeCommand } from './command.ts';
import { showMoment } from './moments.ts';
import { exitCodes, Problem } from './problem.ts';
import { openTarget, type TargetOptions } from './target.ts';
import { paint, print, printJson, type Style, type Terminal, table } from './terminal.ts';

type StatusOptions = TargetOptions & { readonly json?: boolean };

export const statusCommand: MakeCommand = ({ terminal, finish }) =>
  command('status', 'what became of a message, per recipient', [
    'status m1',
    'status m1 --json',
    'status 0102019f-… --stack Mailfold',
  ])
    .argument('<message>', 'message id, as the send API returned it')
    .option('--stack <name>', 'a deployed stack instead of the local one')
    .option('--json', 'for programs')
    .action((messageId: string, options: StatusOptions) => finish(status(messageId, options, terminal)));

/** Answers "did it arrive?": the status of a message per recipient, and all that led to it. */
async function status(messageId: string, options: StatusOptions, terminal: Terminal): Promise<number> {
  const target = await openTarget(options);
  // Some send APIs return the id in angle brackets, and report it without.
  const bare = messageId.replace(/^<(.*)>$/, '$1');
  const history = await readMessage(target.dynamoDb, target.output(outputs.messagesTableName), bare);
  if (!history) throw new Problem(`no message ${messageId}: no event about it has arrived`, exitCodes.no);
  if (options.json) printJson(terminal, asJson(history));
  else show(history, terminal);
  return 0;
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

function colourOf(type: string): Style {
  if (['delivered', 'open', 'click'].includes(type)) return 'green';
  return ['hard_bounce', 'dropped', 'complaint'].includes(type) ? 'red' : 'yellow';
}
