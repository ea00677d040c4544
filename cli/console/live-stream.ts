import type { ServerResponse } from 'node:http';
import { notKept } from '../../serving/security-headers.ts';
import type { OnTrouble } from '../../store/live-events.ts';
import type { StreamEvent } from '../../store/stream-event.ts';

/** Calls `onEvent` for each event that is stored from now on. */
export type WatchEvents = (
  onEvent: (event: StreamEvent) => void,
  onTrouble: OnTrouble,
) => Promise<{ stop(): Promise<void> }>;

export type LiveStream = {
  /** Sends events to the page until it closes the connection. */
  join(response: ServerResponse): Promise<void>;
  stop(): Promise<void>;
};

/** So that neither side takes a quiet connection for a broken one. */
const beatMillis = 15_000;

/** A browser drops an event without data. */
const trouble = 'event: trouble\ndata: the stream of events cannot be read\n\n';
const recovery = 'event: recovery\ndata: the stream of events is read again\n\n';

/** Server-sent events. The stream of the table is read only while a page listens. */
export function liveStream(watch: WatchEvents): LiveStream {
  const pages = new Set<ServerResponse>();
  let watching: ReturnType<WatchEvents> | undefined;
  let isInTrouble = false;
  let beat: NodeJS.Timeout | undefined;
  const say = (text: string) => {
    for (const page of pages) page.write(text);
  };

  function noteTrouble(isIn: boolean): void {
    isInTrouble = isIn;
    say(isIn ? trouble : recovery);
  }

  async function leave(page: ServerResponse): Promise<void> {
    pages.delete(page);
    if (pages.size === 0) await end();
  }

  async function end(): Promise<void> {
    clearInterval(beat);
    const ending = watching;
    watching = undefined;
    isInTrouble = false;
    await (await ending?.catch(() => undefined))?.stop();
  }

  return {
    async join(page) {
      pages.add(page);
      page.once('close', () => void leave(page));
      if (pages.size === 1) beat = setInterval(() => say(': still here\n\n'), beatMillis).unref();
      watching ??= watch((event) => say(`data: ${JSON.stringify(event)}\n\n`), noteTrouble);
      await watching;
      page.writeHead(200, { 'content-type': 'text/event-stream', ...notKept });
      page.write(isInTrouble ? trouble : ': watching\n\n');
    },
    async stop() {
      for (const page of pages) page.end();
      pages.clear();
      await end();
    },
  };
}
