import type { ObjectStore, StoredFacts } from '../../app/ports/lake.ts';
import { tell } from '../../lake/tell.ts';
import type { TellingContext } from '../../lake/told-row.ts';

export type TellDependencies<Image> = {
  readonly context: TellingContext;
  readonly objects: Pick<ObjectStore, 'write'>;
  /** Throws when the row of an event cannot be read. */
  readonly factsIn: (image: Image) => StoredFacts;
  readonly log: {
    info(message: string, fields: Record<string, unknown>): void;
    error(message: string, fields: Record<string, unknown>): void;
  };
};

/** What is read of a record of the table's stream. */
export type TableRecord<Image> = {
  readonly eventID?: string;
  readonly dynamodb?: { readonly NewImage?: Image };
};

/**
 * Writes the events of a batch into the lake. Throws when that fails: Lambda then passes the records again, whole or in halves. A
 * row that cannot be read is left out, because it would hold up everything behind it for a day.
 */
export async function tellRecords<Image>(
  records: readonly TableRecord<Image>[],
  { context, objects, factsIn, log }: TellDependencies<Image>,
): Promise<void> {
  const facts: StoredFacts[] = [];
  for (const { eventID, dynamodb } of records) {
    try {
      if (dynamodb?.NewImage) facts.push(factsIn(dynamodb.NewImage));
    } catch (error) {
      log.error('a row cannot be read; the lake is without its event', { streamEventId: eventID, error });
    }
  }
  log.info('events told', await tell(facts, context, objects));
}
