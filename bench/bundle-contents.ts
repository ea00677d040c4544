import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';

/** The bytes of each package in a bundle, largest first; ours is `own code`. */
export function bundleContents(bundle: string): [name: string, bytes: number][] {
  const lines = readFileSync(join(bundle, 'index.mjs'), 'utf8').split('\n');
  const map = new SourceMap(JSON.parse(readFileSync(join(bundle, 'index.mjs.map'), 'utf8')));
  const bytesOf: Record<string, number> = {};
  for (const [line, text] of lines.entries()) {
    for (let column = 0; column < text.length; column += 1) {
      const entry = map.findEntry(line, column);
      // esbuild's own code comes before the first entry.
      const name = 'originalSource' in entry ? packageOf(entry.originalSource) : 'esbuild';
      // One byte each: esbuild escapes all characters that are not ASCII.
      bytesOf[name] = (bytesOf[name] ?? 0) + 1;
    }
  }
  return Object.entries(bytesOf).sort(([, one], [, other]) => other - one);
}

function packageOf(source: string): string {
  const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source) ?? [];
  return name ?? 'own code';
}
