import type { ObjectStore, StoredFacts } from '../../app/ports/lake.ts';
import { tell } from '../../lake/tell.ts';
import type { TellingContext } from '../../lake/told-row.ts';
import { newEventRow, type RowImage, type StreamRecord } from '../../store/stream-event.ts';

export type TellDependencies = {
  readonly context: TellingContext;
  readonly objects: Pick<ObjectStore, 'write'>;
  /** Throws when the row of an event cannot be read. */
  readonly factsIn: (image: RowImage) => StoredFacts;
  readonly log: {
    info(message: string, fields: Record<string, unknown>): void;
    error(message: string, fields: Record<string, unknown>): void;
  };
};

/**
 * Writes the events of a batch into the lake. Throws when that fails: Lambda then passes the records again, whole or in halves. A
 * row that cannot be read is left out, because it would hold up everything behind it for a day.
 */
export async function tellRecords(
  records: readonly StreamRecord[],
  { context, objects, factsIn, log }: TellDependencies,
): Promise<void> {
  const facts: StoredFacts[] = [];
  for (const record of records) {
    try {
      const row = newEventRow(record);
      if (row) facts.push(factsIn(row));
    } catch (error) {
      const { eventID: streamEventId } = record;
      log.error('a row cannot be read; the lake is without its event', { streamEventId, error });
    }
  }
  log.info('events told', await tell(facts, context, objects));
}
