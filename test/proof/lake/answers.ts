import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cell, Lake } from '../../../app/ports/analytics.ts';
import type { ObjectStore } from '../../../app/ports/lake.ts';
import { openDuckDbLake } from '../../support/duckdb-lake.ts';
import { folderObjects } from '../../support/objects.ts';

/** All rows of an answer. Throws when the question fails. */
export async function rowsOf(lake: Lake, sql: string): Promise<(readonly Cell[])[]> {
  const result = await lake.query(sql);
  if (result.type === 'failed') throw new Error(result.reason);
  const rows: (readonly Cell[])[] = [];
  for await (const row of result.rows) rows.push(row);
  return rows;
}

/** Asks DuckDB about the objects as they are now. */
export async function askNow<Answer>(
  objects: ObjectStore,
  ask: (lake: Lake) => Promise<Answer>,
): Promise<Answer> {
  const folder = mkdtempSync(join(tmpdir(), 'mailfold-proof-'));
  const files = folderObjects(folder);
  for await (const { key } of objects.list('events/')) {
    const content = await objects.read(key);
    if (content) await files.write(key, content);
  }
  const lake = await openDuckDbLake({ folder });
  try {
    return await ask(lake);
  } finally {
    lake.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
