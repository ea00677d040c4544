import type { Outcome, Write } from '../../store/store.ts';
import { entryIn, isHistory } from '../../store/suppression-rows.ts';
import type { Measure } from '../metrics.ts';

type Meter = { readonly measure: Measure; readonly now: () => Date };

/** Counts the writes of a run, for its metrics and its log line. Each row counts once, however often it is tried. */
export class WriteCounts {
  private readonly meter: Meter | undefined;
  /** Rows that were busy so far. */
  private readonly open = new Set<string>();
  private readonly events = { stored: 0, repeated: 0 };
  private suppressions = 0;

  constructor(meter: Meter | undefined) {
    this.meter = meter;
  }

  /** `isRetry` is true when the run has already tried these rows: those that were done then are not counted again. */
  add(writes: readonly Write[], outcomes: readonly Outcome[], isRetry: boolean): void {
    for (const [index, write] of writes.entries()) {
      const outcome = outcomes[index];
      if (isRetry && !this.open.has(write.name)) continue;
      if (outcome?.type === 'busy') this.open.add(write.name);
      if (outcome?.type !== 'done') continue;
      this.open.delete(write.name);
      if (write.type === 'event') this.addEvent(write, outcome.repeated);
      else if (write.type === 'suppression' && !outcome.repeated) this.addSuppression(write);
    }
  }

  private addEvent({ event, arrival }: Extract<Write, { type: 'event' }>, repeated: boolean): void {
    const { provider, type, occurredAt } = event;
    this.events[repeated ? 'repeated' : 'stored'] += 1;
    // What happened long ago must not look like today's mail: bounces would raise an alarm.
    if (arrival.imported) {
      if (!repeated) this.meter?.measure('Imported', { provider, type });
      return;
    }
    this.meter?.measure(repeated ? 'Repeated' : 'Stored', { provider, type });
    if (repeated || !this.meter) return;
    if (type === 'unknown') this.meter.measure('Unknown', { provider });
    const lag = (this.meter.now().getTime() - Date.parse(occurredAt)) / 1_000;
    this.meter.measure('LagSeconds', { provider }, Math.max(0, lag));
  }

  private addSuppression({ row, imported }: Extract<Write, { type: 'suppression' }>): void {
    if (!isHistory(row)) return;
    this.suppressions += 1;
    const entry = entryIn(row);
    if (!imported && entry?.type === 'evidence') this.meter?.measure('Suppressions', { cause: entry.cause });
  }

  /** For the log line of the run. */
  get counts() {
    return { ...this.events, suppressions: this.suppressions };
  }
}
