import type { StoredFacts } from '../../app/ports/lake.ts';

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

export type AnnounceDependencies<Image, Announcement> = {
  readonly listeners: readonly Listener<Announcement>[];
  /** Throws when the row of an event cannot be read. */
  readonly factsIn: (image: Image) => StoredFacts;
  readonly announcementOf: (facts: StoredFacts) => Announcement;
  readonly pause: (millis: number) => Promise<unknown>;
  readonly log: {
    warn(message: string, fields: Record<string, unknown>): void;
    error(message: string, fields: Record<string, unknown>): void;
  };
};

/** What is read of a record of the table's stream. */
export type NewRow<Image> = {
  readonly eventID?: string;
  readonly dynamodb?: { readonly SequenceNumber?: string; readonly NewImage?: Image };
};

/** Pauses before what was not accepted is told again. Longer trouble is left to the stream, which keeps records for a day. */
const pausesMillis = [200, 1_000];

/**
 * Tells all listeners of the new events. Returns the place in the stream of the first event that somebody was not told of: Lambda passes
 * the records from there again, so a listener may be told of an event twice. A row that cannot be read is left out, because it would
 * hold up everything behind it for a day.
 */
export async function announce<Image, Announcement>(
  records: readonly NewRow<Image>[],
  dependencies: AnnounceDependencies<Image, Announcement>,
): Promise<string | undefined> {
  const told = read(records, dependencies);
  const untold = await Promise.all(
    dependencies.listeners.map((listener) => tellListener(listener, told, dependencies)),
  );
  const refused = new Set(untold.flat());
  return told.find(({ announcement }) => refused.has(announcement))?.sequenceNumber;
}

function read<Image, Announcement>(
  records: readonly NewRow<Image>[],
  { factsIn, announcementOf, log }: AnnounceDependencies<Image, Announcement>,
): Told<Announcement>[] {
  const told: Told<Announcement>[] = [];
  for (const { eventID, dynamodb } of records) {
    try {
      if (!dynamodb?.NewImage) continue;
      told.push({
        announcement: announcementOf(factsIn(dynamodb.NewImage)),
        sequenceNumber: dynamodb.SequenceNumber ?? '',
      });
    } catch (error) {
      log.error('a row cannot be read; nobody is told of its event', { streamEventId: eventID, error });
    }
  }
  return told;
}

async function tellListener<Image, Announcement>(
  listener: Listener<Announcement>,
  told: readonly Told<Announcement>[],
  { pause, log }: AnnounceDependencies<Image, Announcement>,
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
