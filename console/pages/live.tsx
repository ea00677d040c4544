import { useEffect, useRef, useState } from 'preact/hooks';
import { addressPath, messagePath } from '../paths.ts';
import { type LiveState, listenLive } from '../state/live.ts';
import { query, refine } from '../state/router.ts';
import { me, meTrouble, providerTitle } from '../state/session.ts';
import type { EventType, LiveEvent } from '../types.ts';
import { Badge } from '../ui/badge.tsx';
import { Exact } from '../ui/exact.tsx';
import { Icon } from '../ui/icon.tsx';
import { Empty } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { outcomes } from '../words/outcomes.ts';

/** More events than this are not kept: the page is about now. */
const mostShown = 500;
const failures: readonly EventType[] = ['soft_bounce', 'hard_bounce', 'dropped', 'complaint'];
const states: Readonly<Record<LiveState, { readonly words: string; readonly tone: string }>> = {
  connecting: { words: 'Connecting …', tone: 'calm' },
  connected: { words: 'Connected', tone: 'ok' },
  broken: { words: 'Not connected, trying again', tone: 'warn' },
};

export default function Live() {
  const [state, setState] = useState<LiveState>('connecting');
  const [shown, setShown] = useState<readonly LiveEvent[]>([]);
  const [held, setHeld] = useState<readonly LiveEvent[]>([]);
  const [isPaused, setPaused] = useState(false);
  const paused = useRef(false);
  const isLocal = me.value?.caller.type === 'iam';
  useEffect(() => {
    if (!me.value) return;
    return listenLive(isLocal, {
      onState: setState,
      onEvents: (events) => {
        const newest = events.toReversed();
        (paused.current ? setHeld : setShown)((last) => [...newest, ...last].slice(0, mostShown));
      },
    });
  }, [isLocal, me.value === undefined]);
  const pause = () => {
    paused.current = !isPaused;
    if (isPaused) {
      setShown((last) => [...held, ...last].slice(0, mostShown));
      setHeld([]);
    }
    setPaused(!isPaused);
  };
  const matching = shown.filter(filterOf(query.value));
  const { words, tone } = states[meTrouble.value ? 'broken' : state];
  return (
    <>
      <div class="page-head">
        <div>
          <h1>Live</h1>
          <p class={`lead live-state ${tone}`} role="status">
            <span class="light" />
            {isPaused ? 'Paused' : words}
          </p>
        </div>
        <div class="actions">
          <button type="button" class="button" aria-pressed={isPaused} onClick={pause}>
            <Icon name={isPaused ? 'play' : 'pause'} />
            {isPaused ? `Go on${held.length > 0 ? ` (${held.length})` : ''}` : 'Pause'}
          </button>
        </div>
      </div>
      <Filters />
      <section class="card" aria-label="Events">
        {matching.length === 0 ? (
          <Empty
            icon="pulse"
            title={shown.length > 0 ? 'No event matches the filters' : 'Waiting for events'}
          >
            <p>
              Events appear here as soon as they are stored.
              {shown.length === 0 && ' Send a test event from your provider’s dashboard to see one.'}
            </p>
          </Empty>
        ) : (
          <EventTable events={matching} />
        )}
      </section>
    </>
  );
}

function Filters() {
  const type = query.value.get('type') ?? '';
  const provider = query.value.get('provider') ?? '';
  return (
    <div class="filters">
      <select
        class="input"
        aria-label="Type"
        value={type}
        onChange={(event) => refine({ type: event.currentTarget.value })}
      >
        <option value="">All types</option>
        <option value="failures">All failures</option>
        {Object.entries(outcomes).map(([name, { word }]) => (
          <option key={name} value={name}>
            {word}
          </option>
        ))}
      </select>
      <select
        class="input"
        aria-label="Provider"
        value={provider}
        onChange={(event) => refine({ provider: event.currentTarget.value })}
      >
        <option value="">All providers</option>
        {me.value?.providers.map(({ name, title }) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </select>
      <input
        class="input grows"
        type="search"
        aria-label="Recipient contains"
        placeholder="Recipient contains"
        value={query.value.get('recipient') ?? ''}
        onInput={(event) => refine({ recipient: event.currentTarget.value })}
      />
    </div>
  );
}

function filterOf(filters: URLSearchParams): (event: LiveEvent) => boolean {
  const [type, provider, text] = ['type', 'provider', 'recipient'].map((name) => filters.get(name) ?? '');
  return (event) =>
    (!type || event.type === type || (type === 'failures' && failures.includes(event.type))) &&
    (!provider || event.provider === provider) &&
    (!text || (event.recipient ?? '').includes(text.toLowerCase()));
}

function EventTable({ events }: { readonly events: readonly LiveEvent[] }) {
  return (
    <table class="table live">
      <thead>
        <tr>
          <th class="clock">Stored</th>
          <th class="type">Event</th>
          <th class="wide">Recipient</th>
          <th class="wide">Message</th>
          <th class="wide provider">Provider</th>
        </tr>
      </thead>
      <tbody>
        {events.map(({ id, provider, type, recipient, messageId, storedAt }) => (
          <tr key={`${provider} ${id}`} class="arrives">
            <td class="clock muted">
              <Time at={storedAt} form="clock" />
            </td>
            <td class="type">
              <Badge outcome={outcomes[type] ?? outcomes.unknown} />
              <div class="thin cut small">
                <a href={messagePath(messageId)}>
                  <Exact text={recipient ?? messageId} />
                </a>
              </div>
            </td>
            <td class="wide cut">
              {recipient && (
                <a href={addressPath(recipient)}>
                  <Exact text={recipient} />
                </a>
              )}
            </td>
            <td class="wide cut mono">
              <a href={messagePath(messageId)} data-row="">
                <Exact text={messageId} />
              </a>
            </td>
            <td class="wide provider muted cut">{providerTitle(provider)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
