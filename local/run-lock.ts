import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../cli/local-endpoints.ts';
import { CannotStart } from './cannot-start.ts';
import { readJsonFile } from './json-file.ts';

export type RunLock = { release(): void };

/** Two stacks on one folder would write to the same files, so the second one does not start. */
export function takeRunLock(dataDir: string): RunLock {
  const file = join(dataDir, 'run.json');
  mkdirSync(dataDir, { recursive: true });
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      writeFileSync(file, JSON.stringify({ pid: process.pid }), { flag: 'wx' });
      return { release: () => rmSync(file, { force: true }) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = holderOf(file);
    if (holder !== undefined) {
      throw new CannotStart(
        `a local stack runs on ${dataDir} already (process ${holder}); stop it with Ctrl-C there`,
      );
    }
    // Left behind by one that was killed.
    rmSync(file, { force: true });
  }
  throw new CannotStart(`${file} cannot be taken; is another local stack starting at this moment?`);
}

function holderOf(file: string): number | undefined {
  const pid = readPid(file);
  if (pid === undefined || pid === process.pid || !isAlive(pid)) return undefined;
  // Process ids are used again: after a crash, the one in the file may be anybody's by now.
  return /\bnode\b|local\.ts/.test(commandOf(pid) ?? 'node') ? pid : undefined;
}

function readPid(file: string): number | undefined {
  try {
    return readJsonFile<{ pid: number }>(file)?.pid;
  } catch {
    return undefined;
  }
}

function commandOf(pid: number): string | undefined {
  try {
    return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' });
  } catch {
    return undefined;
  }
}
