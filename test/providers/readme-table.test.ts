import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { manifests } from '../../providers/manifests.ts';
import { providersPage } from '../../providers/providers-page.ts';

const root = new URL('../../', import.meta.url);
const readme = readFileSync(new URL('README.md', root), 'utf8');
const [, section = ''] = /\n## Set-up per provider\n([\s\S]*?)\n## /.exec(readme) ?? [];
const rows = section
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Provider'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, provider = '', guide = '']) => ({ provider, guide }));

describe("the README's table of providers", () => {
  it('has the name and the guide of each provider, in the order of the manifests', () => {
    expect(rows.map(({ guide }) => guide)).toEqual(
      manifests.map(({ name }) => `[${name}](providers/${name}/README.md)`),
    );
    for (const [index, { title, name }] of manifests.entries()) {
      expect(rows[index]?.provider).toMatch(new RegExp(String.raw`(^|\s)${title}(\W|$)`));
      expect(existsSync(new URL(`providers/${name}/README.md`, root))).toBe(true);
    }
  });
});

describe('docs/providers.md', () => {
  it('is what the manifests say; `npm run providers-page` updates it', () => {
    expect(readFileSync(new URL('docs/providers.md', root), 'utf8')).toBe(providersPage());
  });
});
