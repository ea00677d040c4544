import { globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ListedObject, ObjectStore } from '../../app/ports/lake.ts';

/** Objects as files of a folder, so that DuckDB can read them. `now` is the time at which they are written. */
export function folderObjects(folder: string, now: () => Date = () => new Date()): ObjectStore {
  const writtenAt = new Map<string, Date>();
  return {
    async *list(prefix) {
      const keys = globSync('**', { cwd: folder })
        .map((path) => path.replaceAll('\\', '/'))
        .filter((key) => key.startsWith(prefix) && statSync(join(folder, key)).isFile());
      for (const key of keys.toSorted()) yield listed(folder, key, writtenAt.get(key) ?? now());
    },
    async read(key) {
      try {
        return new Uint8Array(readFileSync(join(folder, key)));
      } catch {
        return undefined;
      }
    },
    async write(key, content) {
      mkdirSync(dirname(join(folder, key)), { recursive: true });
      writeFileSync(join(folder, key), content);
      writtenAt.set(key, now());
    },
    async remove(keys) {
      for (const key of keys) rmSync(join(folder, key), { force: true });
    },
  };
}

function listed(folder: string, key: string, modifiedAt: Date): ListedObject {
  return { key, bytes: statSync(join(folder, key)).size, modifiedAt };
}

/** Objects in memory. */
export function memoryObjects(
  now: () => Date = () => new Date(),
): ObjectStore & { readonly keys: () => string[] } {
  const contents = new Map<string, { content: Uint8Array; modifiedAt: Date }>();
  return {
    keys: () => [...contents.keys()].sort(),
    async *list(prefix) {
      for (const key of [...contents.keys()].sort()) {
        const object = contents.get(key);
        if (object && key.startsWith(prefix))
          yield { key, bytes: object.content.length, modifiedAt: object.modifiedAt };
      }
    },
    read: async (key) => contents.get(key)?.content,
    async write(key, content) {
      contents.set(key, { content, modifiedAt: now() });
    },
    async remove(keys) {
      for (const key of keys) contents.delete(key);
    },
  };
}
