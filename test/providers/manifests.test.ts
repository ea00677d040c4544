import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  manifestOf,
  manifests,
  manifestsWith,
  namesWithSecret,
  providerNames,
  sourceProvider,
  topicProvider,
} from '../../providers/manifests.ts';
import { simulatorOf } from '../../providers/simulators.ts';

const providersFolder = new URL('../../providers/', import.meta.url);

describe('the list of manifests', () => {
  it('has every folder under providers, by its name', () => {
    const folders = readdirSync(providersFolder, { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    expect(folders.map(({ name }) => name)).toEqual(providerNames.toSorted());
  });

  it('knows nobody by a name that every object has', () => {
    expect(manifestOf('constructor')).toBeUndefined();
    expect(manifestsWith(['acme-mail'])('toString')).toBeUndefined();
  });

  it('serves a sender that the operator has named, and nobody else of that name', () => {
    expect(manifestsWith(['acme-mail'])('acme-mail')).toBe(sourceProvider);
    expect(manifestsWith([])('acme-mail')).toBeUndefined();
  });

  it('has one provider that comes by the topic, and it alone has no key in the secret', () => {
    expect(providerNames.filter((name) => !namesWithSecret.includes(name))).toEqual([topicProvider.name]);
  });
});

describe.each(manifests)('the manifest of $name', ({ name, title, key, headersToKeep = [] }) => {
  it('has a name that can end a URL, and a title that a person would write', () => {
    expect(name).toMatch(/^[a-z][a-z0-9-]*$/);
    expect(title).toMatch(/^[A-Z]/);
  });

  it('describes the keys that the provider gives out', async () => {
    const verificationKey = (await simulatorOf(name))?.makeKeys().verificationKey ?? '';
    expect(verificationKey).toMatch(key.pattern);
    for (const mistaken of ['', ' ', 'not a key']) expect(mistaken).not.toMatch(key.pattern);
  });

  it('lets no header travel on that authenticates', () => {
    for (const header of headersToKeep) expect(header).toMatch(/^[a-z-]+-(id|event|delivery)$/);
  });

  it('has a guide beside it', () => {
    expect(existsSync(new URL(`${name}/README.md`, providersFolder))).toBe(true);
  });
});
