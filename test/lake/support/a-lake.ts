import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cell, Lake } from '../../../app/ports/analytics.ts';
import type { ObjectStore, StoredFacts } from '../../../app/ports/lake.ts';
import { type DimensionSettings, noDimensionSettings } from '../../../core/dimension-settings.ts';
import { lakeAnalytics } from '../../../lake/lake-analytics.ts';
import { lakeHashes } from '../../../lake/lake-hashes.ts';
import { tell } from '../../../lake/tell.ts';
import type { TellingContext } from '../../../lake/told-row.ts';
import { openDuckDbLake } from '../../support/duckdb-lake.ts';
import { folderObjects } from '../../support/objects.ts';

/** Every provider tells everything, and nothing comes from settings unless a test says so. */
export function telling(settings: Partial<DimensionSettings> = {}): TellingContext {
  return {
    hashes: lakeHashes('the key of a test'),
    settings: { ...noDimensionSettings, ...settings },
    isAlwaysTold: () => true,
  };
}

export type ALake = {
  readonly folder: string;
  readonly objects: ObjectStore;
  readonly lake: Lake;
  readonly analytics: ReturnType<typeof lakeAnalytics>;
  /** Writes events as one batch of the historian. */
  tell(facts: readonly StoredFacts[], context?: TellingContext): Promise<void>;
  /** The rows of an answer. Throws when the question fails. */
  ask(sql: string): Promise<(readonly Cell[])[]>;
  close(): void;
};

/** A lake of files in a folder of its own, asked with DuckDB. */
export async function aLake(now?: () => Date): Promise<ALake> {
  const folder = mkdtempSync(join(tmpdir(), 'mailfold-lake-'));
  const objects = folderObjects(folder, now);
  const lake = await openDuckDbLake({ folder });
  return {
    folder,
    objects,
    lake,
    analytics: lakeAnalytics(lake),
    async tell(facts, context = telling()) {
      await tell(facts, context, objects);
    },
    async ask(sql) {
      const result = await lake.query(sql);
      if (result.type === 'failed') throw new Error(result.reason);
      const rows: (readonly Cell[])[] = [];
      for await (const row of result.rows) rows.push(row);
      return rows;
    },
    close() {
      lake.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
