import type { ObjectStore } from '../../app/ports/lake.ts';
import { writeReport } from '../../lake/tidier-report.ts';
import { type TidyOptions, tidy } from '../../lake/tidy.ts';

type Dependencies = TidyOptions & {
  readonly log: { info(message: string, fields: Record<string, unknown>): void };
};

/** One run, and its report for `mailfold lake status`. Throws when an object is damaged: nobody would look otherwise. */
export async function tidyLake(objects: ObjectStore, { log, ...options }: Dependencies): Promise<void> {
  const tidied = await tidy(objects, options);
  await writeReport(objects, options.now, tidied);
  log.info('lake tidied', { ...tidied, unreadable: tidied.unreadable.length });
  const [damaged] = tidied.unreadable;
  if (damaged !== undefined)
    throw new Error(
      `expected Parquet files, found ${tidied.unreadable.length} that cannot be read, such as ${damaged}; delete it and run \`mailfold lake repair\``,
    );
}
