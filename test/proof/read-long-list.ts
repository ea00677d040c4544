import { importSuppressions, surveyImport } from '../../app/import-suppressions.ts';
import type { EvidenceLog } from '../../app/ports/store.ts';
import { openInput } from '../../cli/files/open-input.ts';
import { openList } from '../../cli/transfer/open-list.ts';
import { defaultSettings } from '../../core/suppression-settings.ts';
import { digestOf } from '../../providers/event-id.ts';

/**
 * Reads the list whose path it is given, twice, as `suppressions import` does, without a database. Prints what it found, and
 * how much more memory was in use late than early. Runs with --expose-gc.
 */
const file = await openInput(process.argv[2] ?? '');
const list = await openList(file, {
  causes: { ofAll: 'hard_bounce', ofWord: new Map() },
  map: new Map(),
  ignoreColumns: false,
  now: new Date(),
});
const inUse: number[] = [];
let batches = 0;

/** Looks at the memory after the second batch, and then each time that twice as many were read. */
function look(): void {
  batches += 1;
  if (batches < 2 || !Number.isInteger(Math.log2(batches))) return;
  globalThis.gc?.();
  inUse.push(process.memoryUsage().heapUsed);
}

const log: EvidenceLog = {
  settings: defaultSettings,
  knows: async (evidence) => {
    look();
    return evidence.map(() => false);
  },
  recordAll: async (evidence) => {
    look();
    return evidence.map(() => true);
  },
};
const context = {
  by: 'kim',
  now: new Date(),
  idOf: (cause: string, content: readonly unknown[]) => digestOf('import', cause, content),
};
const { rows, fresh, badRows, bad } = await surveyImport(
  list.rows(() => {}),
  context,
  log,
);
const { added } = await importSuppressions(
  list.rows(() => {}),
  context,
  log,
  true,
);
const grownMegabytes = (Math.max(...inUse) - (inUse[0] ?? 0)) / 1024 / 1024;
process.stdout.write(
  JSON.stringify({
    rows,
    fresh,
    badRows,
    lastBad: bad.at(-1)?.line,
    added,
    looks: inUse.length,
    grownMegabytes,
  }),
);
