import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type BuiltFile, budget, overBudget, sizesOf } from '../../console/build/budget.ts';

/** Random bytes stay as large after gzip. */
function aFile(fileName: string, bytes: number, more: Partial<BuiltFile> = {}): BuiltFile {
  return { fileName, content: randomBytes(bytes), isEntry: false, imports: [], ...more };
}

describe('the size budget of the console', () => {
  const entry = aFile('main.js', 15_000, { isEntry: true, imports: ['shared.js'] });
  const shared = aFile('shared.js', 5_000);
  const styles = aFile('style.css', 4_000);

  it('accepts a first load and a page that are small enough', () => {
    const page = aFile('page.js', 5_000, { pageOf: 'home', imports: ['shared.js'] });
    expect(overBudget(sizesOf([entry, shared, styles, page]))).toEqual([]);
  });

  it('refuses a page that adds too much, with what it imports alone', () => {
    const page = aFile('page.js', 4_000, { pageOf: 'home', imports: ['part.js'] });
    const part = aFile('part.js', budget.page - 3_000);
    expect(overBudget(sizesOf([aFile('main.js', 9_000, { isEntry: true }), page, part]))).toEqual([
      'expected the page "home" to add at most 6.0 KB, found 7.0 KB',
    ]);
  });

  it('refuses a first load that is too large: scripts and styles together', () => {
    const page = aFile('page.js', 5_000, { pageOf: 'home' });
    const larger = aFile('style.css', 8_000);
    expect(overBudget(sizesOf([entry, shared, larger, page]))).toEqual([
      expect.stringContaining('expected the first load of the page "home" to be at most 30.0 KB, found 33'),
    ]);
  });
});
