import { Empty } from './states.tsx';

/** A stack without a history of all events has no rates. */
export function NoStats() {
  return (
    <div class="card">
      <Empty icon="chart" title="This stack keeps no history for statistics">
        <p>
          Whoever deploys it can switch the history on. Rates by day, domain and template then appear here,
          also for the events that are already stored.
        </p>
      </Empty>
    </div>
  );
}
