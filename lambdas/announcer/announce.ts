import type { StoredFacts } from '../../app/ports/lake.ts';
import { newEventRow, type RowImage, type StreamRecord } from '../../store/stream-event.ts';

/** An event of a batch, as every listener gets it. */
export type Told<Announcement> = {
  readonly announcement: Announcement;
  /** Its place in the stream. */
  readonly sequenceNumber: string;
};

/** Somebody who is told of events: the bus, or the queue of an endpoint. */
export type Listener<Announcement> = {
  readonly name: string;
  wants(announcement: Announcement): boolean;
  /** Returns those that were not accepted. Throws nothing: another listener must still be told. */
  tell(announcements: readonly Announcement[]): Promise<readonly Announcement[]>;
};

export type AnnounceDependencies<Announcement> = {
  readonly listeners: readonly Listener<Announcement>[];
  /** Throws when the row of an event cannot be read. */
  readonly factsIn: (image: RowImage) => StoredFacts;
  readonly announcementOf: (facts: StoredFacts) => Announcement;
  readonly pause: (millis: number) => Promise<unknown>;
  readonly log: {
    warn(message: string, fields: Record<string, unknown>): void;
    error(message: string, fields: Record<string, unknown>): void;
  };
};

/** Pauses before what was not accepted is told again. Longer trouble is left to the stream, which keeps records for a day. */
const pausesMillis = [200, 1_000];

/**
 * Tells all listeners of the new events. Returns the place in the stream of the first event that somebody was not told of: Lambda passes
 * the records from there again, so a listener may be told of an event twice. A row that cannot be read is left out, because it would
 * hold up everything behind it for a day.
 */
export async function announce<Announcement>(
  records: readonly StreamRecord[],
  dependencies: AnnounceDependencies<Announcement>,
): Promise<string | undefined> {
  const told = read(records, dependencies);
  const untold = await Promise.all(
    dependencies.listeners.map((listener) => tellListener(listener, told, dependencies)),
  );
  const refused = new Set(untold.flat());
  return told.find(({ announcement }) => refused.has(announcement))?.sequenceNumber;
}

function read<Announcement>(
  records: readonly StreamRecord[],
  { factsIn, announcementOf, log }: AnnounceDependencies<Announcement>,
): Told<Announcement>[] {
  const told: Told<Announcement>[] = [];
  for (const record of records) {
    const { eventID, dynamodb } = record;
    try {
      const row = newEventRow(record);
      if (!row) continue;
      told.push({
        announcement: announcementOf(factsIn(row)),
        sequenceNumber: dynamodb?.SequenceNumber ?? '',
      });
    } catch (error) {
      log.error('a row cannot be read; nobody is told of its event', { streamEventId: eventID, error });
    }
  }
  return told;
}

async function tellListener<Announcement>(
  listener: Listener<Announcement>,
  told: readonly Told<Announcement>[],
  { pause, log }: AnnounceDependencies<Announcement>,
): Promise<readonly Announcement[]> {
  const wanted = told.map(({ announcement }) => announcement).filter((each) => listener.wants(each));
  let left: readonly Announcement[] = wanted.length > 0 ? await listener.tell(wanted) : [];
  for (const millis of pausesMillis) {
    if (left.length === 0) return left;
    await pause(millis);
    left = await listener.tell(left);
  }
  if (left.length > 0)
    log.warn('events were not accepted; the stream brings them again', {
      listener: listener.name,
      events: left.length,
    });
  return left;
}
