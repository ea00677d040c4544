import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ObjectStore } from '../app/ports/lake.ts';
import { listLake } from '../lake/lake-objects.ts';
import { tidy } from '../lake/tidy.ts';
import { folderObjects } from '../test/support/objects.ts';
import { startChild } from './child.ts';
import { countersPerEvent, transactionalPrice } from './counters.ts';
import { historianCosts } from './historian.ts';
import type { Asked, Question } from './lake-worker.ts';
import { lakeHistory } from './load/lake-history.ts';
import type { Report } from './report.ts';

const million = 1_000_000;

/** What it takes to write events into the lake, to tidy it, and to ask it. */
export async function lake(): Promise<Report> {
  const historian = await historianCosts();
  const folder = mkdtempSync(join(tmpdir(), 'mailfold-bench-lake-'));
  try {
    const objects = folderObjects(folder, () => new Date(0));
    const told = await lakeHistory(million, objects);
    const tidied = await tidyAll(objects);
    return reportOf(historian, told, tidied, await askAll(folder, told));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Tidied = { readonly files: number; readonly bytes: number; readonly cpuMicros: number };

/** Runs until nothing is left to merge or to delete, as if an hour passed each time. */
async function tidyAll(objects: ObjectStore): Promise<Tidied> {
  let cpuMicros = 0;
  for (let hour = 30; ; hour += 1) {
    const before = process.cpuUsage();
    const { merged, removed } = await tidy(objects, {
      now: new Date(hour * 3_600_000),
      isTimeUp: () => false,
    });
    const { user, system } = process.cpuUsage(before);
    cpuMicros += user + system;
    if (merged + removed === 0) break;
  }
  const files = await listLake(objects);
  return { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0), cpuMicros };
}

type Told = Awaited<ReturnType<typeof lakeHistory>>;

/** In a process of its own, which has nothing else in memory. */
async function askAll(folder: string, { from, to }: Told): Promise<readonly Asked[]> {
  const worker = startChild(new URL('./lake-worker.ts', import.meta.url), [folder]);
  await worker.next();
  const asked: Asked[] = [];
  const questions: readonly Question[] = [
    { name: 'bounce rate of the last 14 days', from, to },
    { name: 'complaint rate by sending domain', from, to, by: 'domain' },
    { name: 'click rate by template version', from, to, by: 'template-version' },
  ];
  for (const question of questions) asked.push(await worker.ask<Asked>(question));
  await worker.stop();
  return asked;
}

type Historian = Awaited<ReturnType<typeof historianCosts>>;

function reportOf(historian: Historian, told: Told, tidied: Tidied, asked: readonly Asked[]): Report {
  // Bytes per event are megabytes per million events.
  const megabytes = tidied.bytes / told.events;
  const full = historian[0]?.cpuMicros ?? Number.NaN;
  const peakMb = Math.max(...asked.map((each) => each.peakMb));
  const slowest = Math.max(...asked.map((each) => each.cpuMillis));
  const updates = countersPerEvent(told.sample);
  return {
    title: 'The lake',
    about: `The historian reads records as Lambda passes them and writes Parquet; ${told.events.toLocaleString('en')} events over ${told.days} days, told in full batches, are then tidied and asked with DuckDB in a process of its own, median of five. Beside it, what counters in DynamoDB would write for the same dimensions.`,
    tables: [
      {
        caption: 'Historian, CPU per event',
        head: ['records in a batch', 'µs, parsing included', 'bytes of Parquet'],
        rows: historian.map(({ size, cpuMicros, bytes }) => [
          size.toLocaleString('en'),
          cpuMicros.toFixed(1),
          bytes.toFixed(0),
        ]),
      },
      {
        caption: 'Files, per million events',
        head: ['', 'files', 'MB', 'CPU'],
        rows: [
          [
            'as told, in full batches',
            told.files.toLocaleString('en'),
            (told.bytes / told.events).toFixed(1),
            '',
          ],
          [
            'tidied',
            tidied.files.toLocaleString('en'),
            megabytes.toFixed(1),
            `${(tidied.cpuMicros / 1_000_000).toFixed(0)} s`,
          ],
        ],
      },
      {
        caption: 'Questions about the million, on DuckDB',
        head: ['', 'ms CPU', 'ms', 'peak memory'],
        rows: asked.map(({ name, cpuMillis, wallMillis, peakMb: peak }) => [
          name,
          cpuMillis.toFixed(0),
          wallMillis.toFixed(0),
          `${peak.toFixed(0)} MB`,
        ]),
      },
      {
        caption: 'Counters in DynamoDB instead',
        head: ['', 'writes per event', 'per million events'],
        rows: [
          ['one counter for each combination, batches of five minutes', updates.toFixed(2), ''],
          ['in transactions, so that a retry does not count twice', '', `$${transactionalPrice(updates)}`],
        ],
      },
    ],
    goals: [
      atMost('Historian, full batches: µs CPU per event', full, 30),
      atMost('MB per million events, tidied', megabytes, 45),
      atMost('The slowest of the three questions: ms CPU', slowest, 500),
      atMost('Peak memory while asking, MB', peakMb, 500),
    ],
    notes: [
      'Counters answer only what was thought of before: no new dimension, no distinct people, no rate per send, and no correction after a late event.',
    ],
  };
}

function atMost(goal: string, found: number, wanted: number) {
  return { goal: `${goal}: at most ${wanted}`, found: found.toFixed(1), isMet: found <= wanted };
}
