import type { EmailEvent } from '../../core/email-event.ts';
import type { MessageId } from '../../core/ids.ts';
import { type Moment, momentFromMillis, unknownTime } from '../../core/moment.ts';
import type { EventTime } from '../../store/event-times.ts';
import { inFlight } from '../../store/in-flight.ts';
import type { Outcome } from '../../store/store.ts';
import { passes } from '../../store/trouble.ts';
import type { Slice } from './slices.ts';

/** The times of all events that are stored of a message, earliest first. */
export type TimesOf = (messageId: MessageId) => Promise<readonly EventTime[]>;

const readsInFlight = 8;

/**
 * Gives events that tell no time the time of their receipt. A retry of the provider is received later and has to be the same
 * event, so an event that is stored keeps its time. Imported events are not dated: they are of some time before the import.
 */
export async function dateEvents(slice: Slice, timesOf: TimesOf): Promise<Slice> {
  const times = receiptTimes(slice);
  if (times.size === 0) return slice;
  const failures = new Map<MessageId, Outcome>();
  const messageIds = new Set(slice.flatMap(({ events }) => events.filter(isUndated).map(messageIdOf)));
  await inFlight(messageIds, readsInFlight, async (messageId) => {
    try {
      // The earliest last, so that it is the one that counts.
      for (const stored of (await timesOf(messageId)).toReversed()) {
        const name = nameOf({ ...stored, messageId });
        if (times.has(name)) times.set(name, stored.occurredAt);
      }
    } catch (error) {
      failures.set(messageId, { type: passes(error) ? 'busy' : 'failed', error: error as Error });
    }
  });
  return slice.map((reading) => ({
    ...reading,
    events: reading.events.flatMap((event) => {
      const occurredAt = isUndated(event) && !reading.imported ? times.get(nameOf(event)) : undefined;
      const failure = occurredAt && failures.get(event.messageId);
      if (!failure) return [occurredAt ? { ...event, occurredAt } : event];
      reading.message.noteOutcome(failure);
      return [];
    }),
  }));
}

/** By the name of each event without a time, when it was first received. */
function receiptTimes(slice: Slice): Map<string, Moment> {
  const times = new Map<string, Moment>();
  for (const { receivedAt, imported, events } of slice) {
    if (imported) continue;
    const received = momentFromMillis(receivedAt.getTime());
    for (const event of events.filter(isUndated)) {
      const known = times.get(nameOf(event));
      if (known === undefined || received < known) times.set(nameOf(event), received);
    }
  }
  return times;
}

function isUndated({ occurredAt }: EmailEvent): boolean {
  return occurredAt === unknownTime;
}

function messageIdOf({ messageId }: EmailEvent): MessageId {
  return messageId;
}

function nameOf({ messageId, provider, id }: Pick<EmailEvent, 'messageId' | 'provider' | 'id'>): string {
  return JSON.stringify([messageId, provider, id]);
}
