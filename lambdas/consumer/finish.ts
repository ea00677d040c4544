import type { Envelope } from '../../queue/envelope.ts';
import { inFlight } from '../../store/in-flight.ts';
import type { Measure } from '../metrics.ts';
import type { OpenDependencies } from './open-message.ts';
import type { Progress } from './progress.ts';
import { splitOff } from './split-off.ts';

export type FinishDependencies = OpenDependencies & {
  readonly isTimeUp: () => boolean;
  readonly send: (envelope: Envelope) => Promise<void>;
  readonly log: {
    info(message: string, fields: Record<string, unknown>): void;
    error(message: string, fields: Record<string, unknown>): void;
  };
  /** Omit to record no metrics. */
  readonly meter?: { readonly measure: Measure; readonly now: () => Date };
};

const sendsInFlight = 8;

/** Decides which messages can be acknowledged, each once in a run: a message must not send its unreadable events twice. */
export class Finisher {
  /** The ids of the messages that can be acknowledged. */
  readonly finished = new Set<string>();
  private readonly decided = new Set<Progress>();
  private readonly deps: FinishDependencies;

  constructor(deps: FinishDependencies) {
    this.deps = deps;
  }

  async finish(messages: readonly Progress[]): Promise<void> {
    const { deps, decided, finished } = this;
    await inFlight(
      messages.filter((message) => !decided.has(message)),
      sendsInFlight,
      async (message) => {
        decided.add(message);
        if (!(await isFinished(message, deps))) return;
        finished.add(message.record.messageId);
        // Finished is compared with what was accepted.
        if (!message.isImported) deps.meter?.measure('Finished', { provider: message.provider });
      },
    );
  }
}

/** Whether the message can be acknowledged. Logs why not. */
async function isFinished(message: Progress, deps: FinishDependencies): Promise<boolean> {
  const { log, isTimeUp } = deps;
  const fields = { queueMessageId: message.record.messageId, reason: message.reason };
  if (message.brokenBecause !== undefined) return stayWhole(message, deps);
  if (!message.isStored) {
    reportMissing(message, deps);
    return false;
  }
  if (message.unreadable.length === 0) return true;
  // Nothing would be left of the message, or it was split off before and would only be sent in circles.
  if (message.readableEvents === 0 || message.wasSplitOff) return stayWhole(message, deps);
  if (isTimeUp()) {
    log.info('time ran out before the unreadable events were split off; the message stays queued', fields);
    return false;
  }
  return sendUnreadable(message, deps);
}

function stayWhole(message: Progress, { log, meter }: FinishDependencies): boolean {
  log.error('message cannot be read; it stays queued for retry', {
    queueMessageId: message.record.messageId,
    reason: message.reason,
  });
  const { provider, unreadable } = message;
  if (!message.wasCounted) meter?.measure('Poison', { provider }, Math.max(1, unreadable.length));
  return false;
}

async function sendUnreadable(message: Progress, deps: FinishDependencies): Promise<boolean> {
  const { provider, reason, unreadable } = message;
  const fields = { queueMessageId: message.record.messageId, reason, events: unreadable.length };
  const envelope = splitOff(message, deps);
  if (!envelope) return stayWhole(message, deps);
  try {
    await deps.send(envelope);
  } catch (error) {
    deps.log.error('unreadable events could not be split off; the whole message stays queued for retry', {
      ...fields,
      error,
    });
    return false;
  }
  deps.log.error('some events cannot be read; they were split off from their batch', fields);
  deps.meter?.measure('Poison', { provider }, unreadable.length);
  deps.meter?.measure('SplitOff', { provider });
  return true;
}

function reportMissing({ record, error, missingWrites }: Progress, { log }: FinishDependencies): void {
  const fields = { queueMessageId: record.messageId, writes: missingWrites };
  if (error) log.error('some writes failed; the message stays queued for retry', { ...fields, error });
  else log.info('time ran out before all writes; the message stays queued for retry', fields);
}
