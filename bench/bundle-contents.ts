import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';

/** How many bytes of a bundle each package has, the largest first; what is ours is `own code`. */
export function bundleContents(bundle: string): [name: string, bytes: number][] {
  const lines = readFileSync(join(bundle, 'index.mjs'), 'utf8').split('\n');
  const map = new SourceMap(JSON.parse(readFileSync(join(bundle, 'index.mjs.map'), 'utf8')));
  const bytesOf: Record<string, number> = {};
  for (const [line, text] of lines.entries()) {
    for (let column = 0; column < text.length; column += 1) {
      const entry = map.findEntry(line, column);
      // Before the first entry comes what esbuild itself adds.
      const name = 'originalSource' in entry ? packageOf(entry.originalSource) : 'esbuild';
      // One byte each: what is not ASCII, esbuild writes as an escape.
      bytesOf[name] = (bytesOf[name] ?? 0) + 1;
    }
  }
  return Object.entries(bytesOf).sort(([, one], [, other]) => other - one);
}

function packageOf(source: string): string {
  const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source) ?? [];
  return name ?? 'own code';
}
