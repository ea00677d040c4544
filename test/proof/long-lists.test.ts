import { execFile } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createGzip } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { budget } from './budget.ts';

const { listRows } = budget;

const folder = mkdtempSync(join(tmpdir(), 'mailfold-long-list-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Far less than the rows would take, and more than the parts of the program that are compiled on the way. */
const mostMegabytes = 2;

async function read(path: string) {
  const program = fileURLToPath(new URL('./read-long-list.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', program, path]);
  const { looks, grownMegabytes, ...found } = JSON.parse(stdout);
  expect(looks).toBeGreaterThan(1);
  expect(grownMegabytes).toBeLessThan(mostMegabytes);
  return found;
}

function* csv(rows: number): Generator<string> {
  yield 'status,reason,email,created\n';
  for (let row = 0; row < rows; row += 1)
    // Every hundredth row is not an address.
    yield `5.1.1,"550 5.1.1 user unknown, ""${row}""\nin this domain",person-${row}${row % 100 === 99 ? '' : '@example.com'},${1_600_000_000 + row}\n`;
}

function* json(rows: number): Generator<string> {
  yield '{"SuppressedDestinationSummaries":[';
  for (let row = 0; row < rows; row += 1)
    yield `${row > 0 ? ',' : ''}\n{"EmailAddress":"person-${row}@example.com","Reason":"BOUNCE","LastUpdateTime":"2026-01-01T00:00:00+01:00"}`;
  yield ']}';
}

describe(`a list of ${listRows} rows`, { timeout: budget.timeoutMillis }, () => {
  it('is read in little memory as CSV', async () => {
    const path = join(folder, 'suppression_bounces.csv');
    await pipeline(csv(listRows), createWriteStream(path));
    const badRows = listRows / 100;
    expect(await read(path)).toEqual({
      rows: listRows,
      fresh: listRows - badRows,
      badRows,
      // Each record has two lines, after the header. A thousand bad ones are named.
      lastBad: 2 * 100 * Math.min(1_000, badRows),
      added: listRows - badRows,
    });
  });

  it('is read in little memory as one packed JSON document', async () => {
    const path = join(folder, 'list.json.gz');
    await pipeline(json(listRows), createGzip({ level: 1 }), createWriteStream(path));
    expect(await read(path)).toEqual({ rows: listRows, fresh: listRows, badRows: 0, added: listRows });
  });
});
