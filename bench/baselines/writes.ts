import type { PutCommandInput, UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import type { EmailEvent } from '../../lambdas/events/email-event.ts';
import { foldStatus } from '../../lambdas/events/fold-status.ts';
import { suppressionEntryOf } from '../../lambdas/events/suppression.ts';
import { putEventIfNew } from '../../lambdas/store/event-row.ts';
import { putStatusIfNewer } from '../../lambdas/store/status-row.ts';
import { putSuppressionIfNew } from '../../lambdas/store/suppression-row.ts';

export type Tables = { readonly messages: string; readonly addresses: string };

export type SingleWrites = {
  readonly puts: readonly PutCommandInput[];
  readonly updates: readonly UpdateCommandInput[];
};

/** The conditional writes of one event, with the rows and the conditions that are ours: the baselines store the same. */
export function writesFor(
  { messages, addresses }: Tables,
  event: EmailEvent,
  receivedAt: Date,
): SingleWrites {
  const now = new Date();
  const entry = suppressionEntryOf(event);
  const status = foldStatus(undefined, event);
  const { messageId, recipient } = event;
  return {
    puts: [
      putEventIfNew(messages, event, { receivedAt }, { now, windowDays: 30 }),
      ...(entry ? [putSuppressionIfNew(addresses, entry, now)] : []),
    ],
    updates:
      status && recipient
        ? [putStatusIfNewer(messages, { messageId, recipient }, status, { now, retentionDays: 400 })]
        : [],
  };
}
