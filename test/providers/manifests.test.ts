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
  it('contains every folder under providers, by name', () => {
    const folders = readdirSync(providersFolder, { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    expect(folders.map(({ name }) => name)).toEqual(providerNames.toSorted());
  });

  it('finds nothing under a name that every object inherits', () => {
    expect(manifestOf('constructor')).toBeUndefined();
    expect(manifestsWith(['acme-mail'])('toString')).toBeUndefined();
  });

  it('finds a sender only if the operator has named it', () => {
    expect(manifestsWith(['acme-mail'])('acme-mail')).toBe(sourceProvider);
    expect(manifestsWith([])('acme-mail')).toBeUndefined();
  });

  it('has one provider that uses the topic, and only that one has no key in the secret', () => {
    expect(providerNames.filter((name) => !namesWithSecret.includes(name))).toEqual([topicProvider.name]);
  });
});

describe.each(manifests)('the manifest of $name', ({ name, title, key, headersToKeep = [] }) => {
  it('has a name that fits into a URL, and a title for people', () => {
    expect(name).toMatch(/^[a-z][a-z0-9-]*$/);
    expect(title).toMatch(/^[A-Z]/);
  });

  it('describes the keys of the provider', async () => {
    const verificationKey = (await simulatorOf(name))?.makeKeys().verificationKey ?? '';
    expect(verificationKey).toMatch(key.pattern);
    for (const mistaken of ['', ' ', 'not a key', 'abc', 'whsec_', 'whsec_abc', 'undefined', 'null'])
      expect(mistaken).not.toMatch(key.pattern);
  });

  it('keeps no header that authenticates', () => {
    for (const header of headersToKeep) expect(header).toMatch(/^[a-z-]+-(id|event|delivery)$/);
  });

  it('has a README in its folder', () => {
    expect(existsSync(new URL(`${name}/README.md`, providersFolder))).toBe(true);
  });
});
