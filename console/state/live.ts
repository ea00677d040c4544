import type { LiveEvent, LiveEvents } from '../types.ts';
import { ask } from './ask.ts';

export type LiveState = 'connecting' | 'connected' | 'broken';

type Listener = {
  readonly onEvents: (events: readonly LiveEvent[]) => void;
  readonly onState: (state: LiveState) => void;
};

/** Events as they are stored. On this machine the server pushes them; a hosted console asks every few seconds. */
export function listenLive(isLocal: boolean, listener: Listener): () => void {
  return isLocal ? stream(listener) : poll(listener);
}

function stream({ onEvents, onState }: Listener): () => void {
  const source = new EventSource('/live');
  source.onopen = () => onState('connected');
  // The browser connects again by itself.
  source.onerror = () => onState('broken');
  // The server is there, but cannot read the events.
  source.addEventListener('trouble', () => onState('broken'));
  source.addEventListener('recovery', () => onState('connected'));
  source.onmessage = ({ data }) => onEvents([JSON.parse(String(data)) as LiveEvent]);
  return () => source.close();
}

const shortestMillis = 3_000;
const longestMillis = 30_000;

/** Asks less often while nothing happens, and not at all in a tab that nobody sees. */
function poll({ onEvents, onState }: Listener): () => void {
  let cursor: string | undefined;
  let pause = shortestMillis;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const abort = new AbortController();
  const next = async () => {
    try {
      const question = cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`;
      const answer = await ask<LiveEvents>(`/v1/live${question}`, { signal: abort.signal });
      cursor = answer.cursor;
      onState('connected');
      onEvents(answer.events);
      pause = answer.events.length > 0 ? shortestMillis : Math.min(longestMillis, pause * 1.25);
    } catch {
      if (abort.signal.aborted) return;
      onState('broken');
      pause = Math.min(longestMillis, pause * 2);
    }
    if (!document.hidden) timer = setTimeout(next, pause);
  };
  const wake = () => {
    if (document.hidden) clearTimeout(timer);
    else {
      pause = shortestMillis;
      clearTimeout(timer);
      void next();
    }
  };
  document.addEventListener('visibilitychange', wake);
  void next();
  return () => {
    abort.abort();
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', wake);
  };
}
