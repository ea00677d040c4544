import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { manifests } from '../../providers/manifests.ts';
import { providersPage } from '../../providers/providers-page.ts';

const root = new URL('../../', import.meta.url);
const readme = readFileSync(new URL('README.md', root), 'utf8');
const [, section = ''] = /\n## Providers\n([\s\S]*?)\n## /.exec(readme) ?? [];
const links = [...section.matchAll(/\[([^\]]+)\]\(providers\/([^)]+)\/README\.md\)/g)];

describe('the README', () => {
  it('has at most 1,000 words, so that one reads it to the end', () => {
    expect(readme.trim().split(/\s+/).length).toBeLessThanOrEqual(1_000);
  });
});

describe("the README's list of providers", () => {
  it('links the guide of every provider that is named, under its title', () => {
    const titles = new Map(manifests.map(({ name, title }) => [name as string, title]));
    for (const [, shown, name = ''] of links) expect(shown).toContain(titles.get(name) ?? 'no such provider');
  });

  it('leaves out the two services that send no email; docs/providers.md lists them too', () => {
    const named = links.map(([, , name]) => name);
    expect(manifests.map(({ name }) => name as string).filter((name) => !named.includes(name))).toEqual([
      'sesmetric',
      'awardee',
    ]);
    for (const { title } of manifests) expect(providersPage()).toContain(title);
  });
});

describe('docs/providers.md', () => {
  it('is what the manifests say; `npm run providers-page` updates it', () => {
    expect(readFileSync(new URL('docs/providers.md', root), 'utf8')).toBe(providersPage());
  });
});
