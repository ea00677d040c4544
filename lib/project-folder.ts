import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this package. Its files are one folder deeper once they are compiled. */
export const projectFolder = folderWithManifest(dirname(fileURLToPath(import.meta.url)));

export function projectVersion(): string {
  return JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')).version;
}

function folderWithManifest(folder: string): string {
  try {
    const { name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    if (name === 'mailfold') return folder;
  } catch {
    // Not here.
  }
  const parent = dirname(folder);
  if (parent === folder)
    throw new Error('expected a package.json named mailfold above this file, found none');
  return folderWithManifest(parent);
}
