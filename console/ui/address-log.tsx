import { useEffect, useState } from 'preact/hooks';
import { ask, asTrouble } from '../state/ask.ts';
import { say } from '../state/toast.ts';
import type { AddressExplanation, HistoryEntry } from '../types.ts';
import { History } from './history.tsx';
import { Empty } from './states.tsx';

type Props = { readonly asked: string; readonly state: AddressExplanation };

/** The log of an address. Older pages are read on demand. */
export function AddressLog({ asked, state }: Props) {
  const [older, setOlder] = useState<readonly HistoryEntry[]>([]);
  const [cursor, setCursor] = useState(state.cursor);
  useEffect(() => {
    setOlder([]);
    setCursor(state.cursor);
  }, [state]);
  const readOlder = async () => {
    try {
      const page = await ask<AddressExplanation>(`${asked}?cursor=${encodeURIComponent(cursor ?? '')}`);
      setOlder([...older, ...page.history.toReversed()]);
      setCursor(page.cursor);
    } catch (error) {
      say(asTrouble(error).message);
    }
  };
  return (
    <section class="card" aria-labelledby="log">
      <div class="card-head">
        <h2 id="log">Suppression log</h2>
      </div>
      {state.history.length === 0 ? (
        <Empty icon="shield" title="Nothing in the log">
          <p>Bounces, complaints, unsubscribes and releases of this address will be listed here.</p>
        </Empty>
      ) : (
        <History entries={[...state.history.toReversed(), ...older]} />
      )}
      {cursor !== undefined && (
        <div class="table-foot">
          <button type="button" class="button button-small" onClick={readOlder}>
            Older entries
          </button>
        </div>
      )}
    </section>
  );
}
