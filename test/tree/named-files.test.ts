import { globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../support/doc-blocks.ts';

const pages = globSync(['*.md', 'client/*.md', 'docs/**/*.md', 'providers/*/README.md'], {
  cwd: projectRoot,
});

const folders = readdirSync(projectRoot, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && /^\w+$/.test(entry.name) && entry.name !== 'node_modules')
  .map(({ name }) => name);
/** A path from the root of the repository. The first letter is not part of a longer path. */
const namedPath = new RegExp(String.raw`(?<![\w./@-])(?:${folders.join('|')})/[\w./*{},-]*\w`, 'g');
const link = /\]\((?!https?:|mailto:|#)([^)\s#]+)/g;

/** The reader of the guide to a new provider creates the first, and a build the second. */
const notYet = /pigeon-post|^dist\//;

function pathsIn(page: string, text: string): string[] {
  const named = text.match(namedPath) ?? [];
  const linked = [...text.matchAll(link)].map(([, target = '']) => join(dirname(page), target));
  return [...named, ...linked].filter((path) => !notYet.test(path));
}

describe('a file that the documentation names', () => {
  it.each(pages)('exists: %s', (page) => {
    const paths = pathsIn(page, readFileSync(join(projectRoot, page), 'utf8'));
    expect(paths.filter((path) => globSync(path, { cwd: projectRoot }).length === 0)).toEqual([]);
  });

  it.each([
    ['run `npx vitest run test/core/no-such.test.ts`', ['test/core/no-such.test.ts']],
    ['[why](decisions/tree.md#top) and [more](https://example.com/lib/x)', ['docs/decisions/tree.md']],
    ['`@aws-sdk/lib/x`, `dist/lib/x.js` and `app/ports/*.ts`', ['app/ports/*.ts']],
  ])('is found in a page: %s', (text, paths) => {
    expect(pathsIn('docs/page.md', text)).toEqual(paths);
  });
});
