import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { type BuiltFile, overBudget, type Sizes, sizesOf } from './budget.ts';
import { sourcesDigest } from './sources-digest.ts';
import { consoleFolder, viteSettings } from './vite-settings.ts';

const builtFolder = resolve(consoleFolder, '../dist/console');
/** Outside the built folder, which is published and served. */
const digestFile = resolve(consoleFolder, '../node_modules/.cache/mailfold/console');

type Built = { readonly isNew: false } | { readonly isNew: true; readonly sizes: Sizes };

/** Builds the pages into dist/console, unless what is there was built from the same sources. */
export async function buildConsole(): Promise<Built> {
  const digest = sourcesDigest();
  if (isBuiltFrom(digest)) return { isNew: false };
  rmSync(digestFile, { force: true });
  const sizes = sizesOf(await runVite(builtFolder));
  const exceeded = overBudget(sizes);
  if (exceeded.length > 0) throw new Error(`the console is too large:\n${exceeded.join('\n')}`);
  // Written last: a build that failed is not taken for a finished one.
  mkdirSync(dirname(digestFile), { recursive: true });
  writeFileSync(digestFile, digest);
  return { isNew: true, sizes };
}

function isBuiltFrom(digest: string): boolean {
  return (
    existsSync(join(builtFolder, 'index.html')) &&
    existsSync(digestFile) &&
    readFileSync(digestFile, 'utf8') === digest
  );
}

async function runVite(folder: string): Promise<BuiltFile[]> {
  // Loaded only when there is something to build: it takes longer to load than all the rest.
  const { build } = await import('vite');
  const built = await build(viteSettings(folder));
  if (Array.isArray(built) || !('output' in built)) throw new Error('expected one build of the console');
  return built.output.map((file) =>
    file.type === 'asset'
      ? { fileName: file.fileName, content: file.source, isEntry: false, imports: [] }
      : {
          fileName: file.fileName,
          content: file.code,
          isEntry: file.isEntry,
          imports: file.imports,
          pageOf: file.isDynamicEntry && file.facadeModuleId ? pageName(file.facadeModuleId) : undefined,
        },
  );
}

function pageName(moduleFile: string): string {
  return relative(consoleFolder, moduleFile).replace(/^pages\/|^ui\/|\.tsx?$/g, '');
}
