import { createHash } from 'node:crypto';
import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A hash of all files in a folder and its folders, without those that `isLeftOut` names. */
export function contentHash(root: string, isLeftOut: (name: string) => boolean): string {
  const hash = createHash('sha256');
  for (const path of filesIn(root, isLeftOut).sort()) {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** `isLeftOut` is asked about the top level only. */
function filesIn(root: string, isLeftOut: (name: string) => boolean): string[] {
  const inside = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => listed(folder, entry));
  const listed = (folder: string, entry: Dirent): string[] => {
    const path = join(folder, entry.name);
    if (folder === '' && isLeftOut(entry.name)) return [];
    if (entry.isDirectory()) return inside(path);
    return entry.isFile() ? [path] : [];
  };
  return inside('');
}
