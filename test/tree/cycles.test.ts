import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folders =
  '{app,bin,cli,client,console,core,deploy,fanout,lake,lambdas,lib,local,providers,queue,serving,store}';

type Graph = ReadonlyMap<string, readonly string[]>;

/** Types count too: two files that describe each other can only be read together. */
function importsIn(path: string, source: string): string[] {
  const specifiers = source.matchAll(/(?:from|import\(|import) ?'(\.[^']+)'/g);
  return [...specifiers].map(([, specifier = '']) => normalize(join(dirname(path), specifier)));
}

/** The first path found from a file back to itself. */
function cycleIn(graph: Graph): string[] | undefined {
  const done = new Set<string>();
  const visit = (path: string, way: readonly string[]): string[] | undefined => {
    if (way.includes(path)) return [...way.slice(way.indexOf(path)), path];
    if (done.has(path)) return undefined;
    for (const next of graph.get(path) ?? []) {
      const found = visit(next, [...way, path]);
      if (found) return found;
    }
    done.add(path);
    return undefined;
  };
  for (const path of graph.keys()) {
    const found = visit(path, []);
    if (found) return found;
  }
  return undefined;
}

describe('the files of the product', () => {
  const paths = globSync(`${folders}/**/*.{ts,tsx}`, { cwd: root, exclude: ['client/dist'] });
  const graph: Graph = new Map(
    paths.map((path) => [path, importsIn(path, readFileSync(join(root, path), 'utf8'))]),
  );

  it('import each other in one direction', () => {
    expect(paths.length).toBeGreaterThan(250);
    expect([...graph.values()].flat().filter((path) => !graph.has(path) && !path.endsWith('.css'))).toEqual(
      [],
    );
    expect(cycleIn(graph)).toBeUndefined();
  });
});

describe('a cycle', () => {
  it('is found, however long it is', () => {
    const graph = new Map([
      ['a', ['b', 'c']],
      ['b', []],
      ['c', ['b', 'd']],
      ['d', ['e']],
      ['e', ['c']],
    ]);
    expect(cycleIn(graph)).toEqual(['c', 'd', 'e', 'c']);
    expect(cycleIn(new Map([...graph, ['e', ['b']]]))).toBeUndefined();
    expect(importsIn('app/x.ts', "import type { A } from '../core/a.ts';\nexport * from './b.ts';")).toEqual([
      'core/a.ts',
      'app/b.ts',
    ]);
  });
});
