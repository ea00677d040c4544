import { decisionOf, type Verdict, verdictOn } from '../../core/explain-status.ts';
import type { MessageStatus } from '../../core/fold-status.ts';
import { isTerminal } from '../../core/precedence.ts';
import type { StoredEvent } from '../../store/event-row.ts';
import type { MessageHistory } from '../../store/read-message.ts';
import { showMoment } from './moments.ts';
import { plain, wrapped } from './suppression-lines.ts';
import { paint, print, type Terminal, table } from './terminal.ts';

type ExplainedEvent = Verdict & {
  readonly id: string;
  readonly type: string;
  readonly provider: string;
  readonly providerType: string;
  readonly occurredAt: string;
  readonly receivedAt: string;
  /** Arrival less event time; below zero when the provider's clock is ahead. */
  readonly lagMilliseconds: number;
};

type ExplainedRecipient = {
  readonly recipient: string;
  readonly status: string | null;
  readonly final: boolean;
  readonly occurredAt: string | null;
  readonly decidedBy: string | null;
  /** The event that decided is no longer stored: events are kept for some weeks, the status for a year. */
  readonly decidingEventExpired: boolean;
  readonly events: readonly ExplainedEvent[];
};

export type ExplainedMessage = {
  readonly messageId: string;
  readonly recipients: readonly ExplainedRecipient[];
  readonly ofNobody: readonly ExplainedEvent[];
};

export function messageExplained({ messageId, recipients, ofNobody }: MessageHistory): ExplainedMessage {
  return {
    messageId,
    recipients: recipients.map(({ recipient, status, events }) => {
      const decision = decisionOf(status, events);
      return {
        recipient,
        status: decision?.type ?? null,
        final: decision ? isTerminal(decision.type) : false,
        occurredAt: decision?.occurredAt ?? null,
        decidedBy: decision?.eventId ?? null,
        decidingEventExpired: decision !== undefined && !events.some(({ id }) => id === decision.eventId),
        events: events.map((event) => eventExplained(event, decision, events)),
      };
    }),
    ofNobody: ofNobody.map((event) => ({
      ...eventExplained(event, undefined, []),
      verdict: 'no effect on status',
      because: 'the provider does not say whom it is about',
    })),
  };
}

function eventExplained(
  event: StoredEvent,
  decision: MessageStatus | undefined,
  events: readonly StoredEvent[],
): ExplainedEvent {
  const { id, type, provider, providerType, occurredAt, receivedAt } = event;
  return {
    id,
    type,
    provider,
    providerType,
    occurredAt,
    receivedAt,
    lagMilliseconds: Date.parse(receivedAt) - Date.parse(occurredAt),
    ...verdictOn(event, decision, events),
  };
}

export function showMessage(message: ExplainedMessage, terminal: Terminal): void {
  print(terminal, paint('bold', plain(message.messageId), terminal));
  for (const each of message.recipients) {
    const final = each.final ? ', for good' : '';
    const since = each.occurredAt ? ` since ${showMoment(each.occurredAt)}${final}` : '';
    print(
      terminal,
      '',
      `${paint('bold', plain(each.recipient), terminal)}  ${each.status ?? 'no status yet'}${since}`,
    );
    if (each.decidingEventExpired)
      print(terminal, ...wrapped(`Event ${each.decidedBy} decided, and has expired since.`, '  '));
    print(terminal, ...eventLines(each.events, terminal));
  }
  if (message.ofNobody.length > 0)
    print(terminal, '', 'Events that name no recipient', ...eventLines(message.ofNobody, terminal));
}

function eventLines(events: readonly ExplainedEvent[], terminal: Terminal): string[] {
  if (events.length === 0) return [];
  const [head = '', ...rows] = table([
    ['  happened', 'arrived', 'after', 'type'],
    ...events.map((event) => [
      `${event.verdict === 'decided' ? '>' : ' '} ${showMoment(event.occurredAt)}`,
      showMoment(event.receivedAt),
      showLag(event.lagMilliseconds),
      event.type,
    ]),
  ]);
  return [
    paint('dim', head, terminal),
    ...events.flatMap((event, index) => [
      rows[index] ?? '',
      ...wrapped(plain(`${event.verdict}: ${event.because}`), '    ').map((line) =>
        paint(event.verdict === 'decided' ? 'green' : 'dim', line, terminal),
      ),
    ]),
  ];
}

function showLag(milliseconds: number): string {
  const seconds = Math.abs(milliseconds) / 1000;
  const sign = milliseconds < 0 ? '-' : '';
  if (seconds < 120) return `${sign}${seconds.toFixed(1)} s`;
  if (seconds < 7_200) return `${sign}${Math.round(seconds / 60)} min`;
  return seconds < 172_800
    ? `${sign}${Math.round(seconds / 3_600)} h`
    : `${sign}${Math.round(seconds / 86_400)} d`;
}
