import type { EmailEvent } from '../../core/email-event.ts';
import { readPart } from '../../providers/read-part.ts';
import { type OpenDependencies, type Opened, openMessage } from './open-message.ts';
import type { Progress } from './progress.ts';

export type SliceDependencies = OpenDependencies & { readonly isTimeUp: () => boolean };

/** Events of one message. */
type Reading = { readonly message: Progress; readonly receivedAt: Date; readonly events: EmailEvent[] };
type PartReading = Omit<Reading, 'events'> & {
  readonly events: readonly EmailEvent[];
  readonly bodyBytes: number;
};

/** With more, a batch saves no further calls, and memory grows. */
const maxEvents = 2_000;
/** Bodies are compressed in the queue: 6 MB of messages can become a hundred times as much. */
const maxBodyBytes = 4 * 1024 * 1024;
/** Parts between two looks at the clock. */
const partsPerLook = 1_000;

/**
 * Reads messages and yields their events in slices, so that a run never holds more than a slice and one body. A message
 * that is larger than a slice is in several. Stops when time is up: what is not read by then is handed back.
 */
export function* slicesOf(messages: readonly Progress[], deps: SliceDependencies): Generator<Reading[]> {
  let slice: Reading[] = [];
  let events = 0;
  let bodyBytes = 0;
  for (const { bodyBytes: added, ...reading } of readingsOf(messages, deps)) {
    if (events >= maxEvents || bodyBytes >= maxBodyBytes) {
      yield slice;
      slice = [];
      events = 0;
      bodyBytes = 0;
    }
    const last = slice.at(-1);
    if (last?.message === reading.message) last.events.push(...reading.events);
    else slice.push({ ...reading, events: [...reading.events] });
    events += reading.events.length;
    bodyBytes += added;
  }
  if (slice.length > 0) yield slice;
}

/** Yields the events of a message part by part. */
function* readingsOf(messages: readonly Progress[], deps: SliceDependencies): Generator<PartReading> {
  for (const message of messages) {
    if (deps.isTimeUp()) return;
    message.restart();
    const opened = openMessage(message.record, deps);
    message.provider = opened.provider;
    if ('reason' in opened) message.brokenBecause = opened.reason;
    else {
      const { receivedAt, request } = opened.webhook;
      let bodyBytes = request.body.length;
      for (const events of partsOf(message, opened, deps.isTimeUp)) {
        yield { message, receivedAt, events, bodyBytes };
        // It counts once, with the first part.
        bodyBytes = 0;
      }
    }
  }
}

function* partsOf(
  message: Progress,
  { reports, webhook }: Opened,
  isTimeUp: () => boolean,
): Generator<readonly EmailEvent[]> {
  for (const [place, part] of reports.parts.entries()) {
    if (place % partsPerLook === partsPerLook - 1 && isTimeUp()) return;
    const read = readPart(reports, part, webhook.receivedAt);
    if ('reason' in read) message.noteUnreadable(place, read.reason);
    else {
      message.readableEvents += read.events.length;
      yield read.events;
    }
  }
  message.isRead = true;
}
