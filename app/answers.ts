import type { z } from 'zod';
import {
  type ActiveCause,
  foldSuppression,
  type Suppression,
  type SuppressionSettings,
  suppressedFor,
} from '../core/fold-suppression.ts';
import type { Address } from '../core/ids.ts';
import { meaningOf } from '../core/meaning.ts';
import { isTerminal } from '../core/precedence.ts';
import type { Cause } from '../core/suppression.ts';
import type { messageAnswer, suppressionAnswer, suppressionDetails } from '../lambdas/api/schemas.ts';
import type { StoredEvent } from '../store/event-row.ts';
import type { MessageHistory } from '../store/read-message.ts';
import type { StoredEntry } from '../store/suppression-row.ts';

export type SuppressionAnswer = z.infer<typeof suppressionAnswer>;

export function answerAbout(
  address: Address,
  suppression: Suppression,
  stream: string | undefined,
): SuppressionAnswer {
  const worst = suppressedFor(suppression, stream);
  return {
    address,
    suppressed: worst !== undefined,
    cause: worst ? asAnswer(worst) : null,
    causes: suppression.active.map(asAnswer),
  };
}

export function detailsAbout(
  address: Address,
  entries: readonly StoredEntry[],
  settings: SuppressionSettings,
  stream: string | undefined,
): z.infer<typeof suppressionDetails> {
  const suppression = foldSuppression(entries, settings);
  const history = (suppression.history as readonly StoredEntry[]).map(({ address: _, ...entry }) => entry);
  return { ...answerAbout(address, suppression, stream), history };
}

function asAnswer({ cause, scope, since, evidence }: ActiveCause) {
  return { cause, scope, since, evidence: evidence.length };
}

export function answerAboutMessage(
  { messageId, recipients, ofNobody }: MessageHistory,
  causeOf: (address: Address) => Cause | undefined,
): z.infer<typeof messageAnswer> {
  const words = recipients.map(({ status }) => status?.type ?? 'none');
  return {
    messageId,
    summary: Object.fromEntries(
      [...new Set(words)].sort().map((word) => [word, words.filter((each) => each === word).length]),
    ),
    recipients: recipients.map(({ recipient, status, events }) => ({
      recipient,
      status: status?.type ?? null,
      final: status ? isTerminal(status.type) : false,
      since: status?.occurredAt ?? null,
      suppressed: causeOf(recipient) !== undefined,
      suppressionCause: causeOf(recipient) ?? null,
      timeline: events.map(timelineEvent),
    })),
    otherEvents: ofNobody.map(timelineEvent),
  };
}

function timelineEvent(event: StoredEvent) {
  const { id, type, provider, occurredAt, receivedAt } = event;
  return {
    id,
    type,
    provider,
    occurredAt,
    receivedAt,
    meaning: meaningOf(event),
    smtpReply: 'diagnostic' in event ? event.diagnostic : undefined,
    bounceClass: 'reason' in event ? event.reason : undefined,
    machine: 'machine' in event ? event.machine : undefined,
  };
}
