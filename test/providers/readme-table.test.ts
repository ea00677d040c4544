import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { manifests } from '../../providers/manifests.ts';

const root = new URL('../../', import.meta.url);
const readme = readFileSync(new URL('README.md', root), 'utf8');
const [, section = ''] = /\n## Set-up per provider\n([\s\S]*?)\n## /.exec(readme) ?? [];
const rows = section
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Provider'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, provider = '', reachedBy = '', , key = '', guide = '']) => ({ provider, reachedBy, key, guide }));

describe("the README's table of providers", () => {
  it.each(manifests)('has the URL, the key and the README of $name', ({ name, title, key, transport }) => {
    const mine = rows.filter(({ guide }) => guide === `[${name}](providers/${name}/README.md)`);
    expect(existsSync(new URL(`providers/${name}/README.md`, root))).toBe(true);
    expect(mine).toHaveLength(transport === 'topic' ? 2 : 1);
    for (const { provider } of mine) expect(provider).toMatch(new RegExp(String.raw`(^|\s)${title}(\W|$)`));
    expect(mine.find(({ reachedBy }) => reachedBy.startsWith(`\`POST /webhooks/${name}\``))?.key).toContain(
      key.looksLike,
    );
  });

  it('has no row of a provider that does not exist', () => {
    const guides = manifests.map(({ name }) => `[${name}](providers/${name}/README.md)`);
    expect(rows.filter(({ guide }) => !guides.includes(guide))).toEqual([]);
  });
});
