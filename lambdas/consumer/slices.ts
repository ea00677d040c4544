import type { EmailEvent } from '../../core/email-event.ts';
import { readPart } from '../../providers/read-part.ts';
import { bodySizeOf } from '../../queue/envelope.ts';
import type { Arrival } from '../../store/event-row.ts';
import { type OpenDependencies, type Opened, openMessage } from './open-message.ts';
import type { Progress } from './progress.ts';

export type SliceDependencies = OpenDependencies & { readonly isTimeUp: () => boolean };

/** Events of one message. */
type Reading = Arrival & { readonly message: Progress; readonly events: EmailEvent[] };
export type Slice = readonly Reading[];

/** What happens next: a body of this size is opened, or events are read from it. */
type Step = { readonly opensBytes: number } | (Omit<Reading, 'events'> & Events);
type Events = { readonly events: readonly EmailEvent[] };

/** With more, a batch saves no further calls, and memory grows. */
const maxEvents = 2_000;
/** Bodies are compressed in the queue: 6 MB of messages can become a hundred times as much. */
const maxBodyBytes = 1024 * 1024;
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
  for (const step of stepsOf(messages, deps)) {
    // Before a long body is opened, what was read so far is written: reading it may take all the time.
    const isFull = 'opensBytes' in step ? bodyBytes + step.opensBytes > maxBodyBytes : events >= maxEvents;
    if (isFull) {
      if (slice.length > 0) yield slice;
      slice = [];
      events = 0;
      bodyBytes = 0;
    }
    if ('opensBytes' in step) bodyBytes += step.opensBytes;
    else {
      addTo(slice, step);
      events += step.events.length;
    }
  }
  if (slice.length > 0) yield slice;
}

function addTo(slice: Reading[], { events, ...about }: Omit<Reading, 'events'> & Events): void {
  const last = slice.at(-1);
  if (last?.message === about.message) last.events.push(...events);
  else slice.push({ ...about, events: [...events] });
}

function* stepsOf(messages: readonly Progress[], deps: SliceDependencies): Generator<Step> {
  for (const message of messages) {
    if (deps.isTimeUp()) return;
    yield { opensBytes: bodySizeOf(message.record) };
    message.restart();
    const opened = openMessage(message.record, deps);
    message.provider = opened.provider;
    if ('reason' in opened) message.brokenBecause = opened.reason;
    else {
      const { receivedAt, imported } = opened.webhook;
      const about = { message, receivedAt, ...(imported && { imported }) };
      for (const events of partsOf(message, opened, deps.isTimeUp)) yield { ...about, events };
    }
  }
}

/** Yields the events of a message part by part. */
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
