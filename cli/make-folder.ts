import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder and those above it. Not with `recursive`: below /proc, Node then never returns, and on a read-only file
 * system it says that there is no such folder.
 */
export function makeFolder(path: string, mode?: number): void {
  const folder = resolve(path);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  if (!existsSync(dirname(folder))) makeFolder(dirname(folder), mode);
  mkdirSync(folder, mode);
}
