import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CannotStart } from './cannot-start.ts';

type RunLock = { release(): void };

/**
 * Two stacks on one folder would write to the same files, so the second one does not start. `isAlive` is the check
 * with which the caller also finds a running stack.
 */
export function takeRunLock(dataDir: string, isAlive: (pid: number) => boolean): RunLock {
  const file = join(dataDir, 'run.json');
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      writeFileSync(file, JSON.stringify({ pid: process.pid }), { flag: 'wx' });
      return { release: () => rmSync(file, { force: true }) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = readPid(file);
    if (holder !== undefined && holder !== process.pid && isAlive(holder) && isNode(holder)) {
      throw new CannotStart(
        `a local stack already runs on ${dataDir} (process ${holder}); stop it with Ctrl-C in its terminal`,
      );
    }
    // Left behind by a stack that was killed.
    rmSync(file, { force: true });
  }
  throw new CannotStart(`cannot lock ${file}: another local stack is starting; try again`);
}

function readPid(file: string): number | undefined {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { pid: number }).pid;
  } catch {
    return undefined;
  }
}

/** Process ids are reused: after a crash, another program may have the one in the file. */
function isNode(pid: number): boolean {
  return /\bnode\b|local\.ts/.test(commandOf(pid) ?? 'node');
}

/** Undefined on a machine that has no `ps`. */
function commandOf(pid: number): string | undefined {
  try {
    return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' });
  } catch {
    return undefined;
  }
}
