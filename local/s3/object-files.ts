import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inDataDir } from '../options.ts';
import type { Run } from '../runner.ts';

export const bucketType = 'AWS::S3::Bucket';

/** An object, and the file with its content. */
export type ObjectFile = { readonly key: string; readonly path: string; readonly bytes: number };

/** The objects of the buckets as files, which an engine can read without S3. */
export type ObjectFiles = { list(bucket: string, prefix: string): ObjectFile[] };

/** Where the emulator keeps the objects: with the other data, or until the stack stops. */
export function objectsFolder({ options, resources, onStop }: Run): string | undefined {
  if (resources.ofType(bucketType).length === 0) return undefined;
  const kept = inDataDir(options, 'objects');
  if (kept) return kept;
  const folder = mkdtempSync(join(tmpdir(), 'local-objects-'));
  onStop(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Reads the folders synchronously: the emulator writes an object in one synchronous step of this process, so no
 * half-written file can be found.
 */
export function openObjectFiles(folder: string | undefined): ObjectFiles {
  return {
    list(bucket, prefix) {
      if (!folder) return [];
      const root = join(folder, 'buckets', bucket, 'objects');
      const start = prefix.slice(0, prefix.lastIndexOf('/') + 1);
      return namesIn(join(root, start))
        .map((name) => `${start}${name}`)
        .filter((name) => name.endsWith(ending) && name.startsWith(prefix))
        .map((name) => {
          const path = join(root, name);
          return { key: toKey(name.slice(0, -ending.length)), path, bytes: statSync(path).size };
        });
    },
  };
}

/** Beside each object lies a second file, with its metadata. */
const ending = '.data';

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** The emulator writes characters that a file system may refuse as `%` and two hex digits. */
function toKey(name: string): string {
  return name.replace(/%([0-9a-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
