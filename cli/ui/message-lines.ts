import type { MessageReport, RecipientStatus, TimelineEvent } from '../../app/message-report.ts';
import { showLag } from './duration.ts';
import { labelLines } from './label-lines.ts';
import { showMoment } from './moments.ts';
import { colourOf } from './status-colour.ts';
import { paint, print, type Terminal, table } from './terminal.ts';
import { plain, wrapped } from './text.ts';
import { verdictInWords } from './verdict-words.ts';

type ShowEvents = (events: readonly TimelineEvent[], terminal: Terminal) => string[];

/** One line per event; > marks the one that decided. */
export function showStatus(message: MessageReport, terminal: Terminal): void {
  show(message, timelineLines, terminal);
}

/** Also shows when each event arrived, and how it affected the status. */
export function showExplanation(message: MessageReport, terminal: Terminal): void {
  show(message, explanationLines, terminal);
}

function show(message: MessageReport, showEvents: ShowEvents, terminal: Terminal): void {
  print(terminal, paint('bold', plain(message.messageId), terminal));
  if (message.recipients.length > 1) print(terminal, summaryOf(message));
  for (const recipient of message.recipients) {
    print(terminal, '', headOf(recipient, terminal), ...labelLines(recipient, '  ', terminal));
    if (recipient.decidingEventExpired)
      print(
        terminal,
        ...wrapped(`Event ${recipient.decidedBy} decided the status; it has expired since.`, '  '),
      );
    if (recipient.moreEvents) print(terminal, paint('dim', '   (older events are not shown)', terminal));
    print(terminal, ...showEvents(recipient.timeline, terminal));
  }
  if (message.otherEvents.length > 0)
    print(terminal, '', 'Events without a recipient', ...showEvents(message.otherEvents, terminal));
}

function summaryOf({ recipients, summary }: MessageReport): string {
  const counts = Object.entries(summary).map(([status, count]) => `${count} ${status}`);
  return `${recipients.length} recipients: ${counts.join(', ')}`;
}

function headOf({ recipient, status, since, final }: RecipientStatus, terminal: Terminal): string {
  const word = status ? paint(colourOf(status), status, terminal) : 'no status yet';
  const when = since ? ` since ${showMoment(since)}${final ? ', final' : ''}` : '';
  return `${paint('bold', plain(recipient), terminal)}  ${word}${when}`;
}

function timelineLines(events: readonly TimelineEvent[], terminal: Terminal): string[] {
  const rows = events.map((event) => [
    markOf(event),
    showMoment(event.occurredAt),
    event.provider,
    event.type,
    plain(detailOf(event)),
  ]);
  return table(rows).map((line) => (line.startsWith('>') ? line : paint('dim', line, terminal)));
}

function detailOf(event: TimelineEvent): string {
  switch (event.type) {
    case 'click':
      return event.url ?? '';
    case 'open':
      return event.machine?.likely ? 'by a machine' : '';
    case 'unsubscribe':
    case 'resubscribe':
      return event.scope ?? '';
    default:
      return event.smtpReply ?? event.bounceClass ?? '';
  }
}

function explanationLines(events: readonly TimelineEvent[], terminal: Terminal): string[] {
  if (events.length === 0) return [];
  const [head = '', ...rows] = table([
    ['  happened', 'arrived', 'after', 'type'],
    ...events.map((event) => [
      `${markOf(event)} ${showMoment(event.occurredAt, 'milliseconds')}`,
      showMoment(event.receivedAt, 'milliseconds'),
      event.imported ? 'imported' : showLag(event.lagMilliseconds),
      event.type,
    ]),
  ]);
  return [
    paint('dim', head, terminal),
    ...events.flatMap((event, index) => [
      rows[index] ?? '',
      ...wrapped(plain(verdictInWords(event)), '    ').map((line) =>
        paint(event.effect.verdict === 'decided' ? 'green' : 'dim', line, terminal),
      ),
    ]),
  ];
}

function markOf({ effect }: TimelineEvent): string {
  return effect.verdict === 'decided' ? '>' : ' ';
}
