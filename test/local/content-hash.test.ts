import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contentHash } from '../../local/content-hash.ts';
import { temporaryFolder } from './support/assembly.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
  write('lib/deep/queue.ts', 'one');
  write('cdk.json', '{}');
  write('test/queue.test.ts', 'one');
});
afterEach(() => folder.remove());

function write(path: string, text: string): void {
  mkdirSync(join(folder.path, path, '..'), { recursive: true });
  writeFileSync(join(folder.path, path), text);
}
const hash = () => contentHash(folder.path, (name) => name === 'test');

describe('the hash of a folder', () => {
  it('changes with the content, the name and the number of its files', () => {
    const hashes = [hash()];
    write('lib/deep/queue.ts', 'two');
    hashes.push(hash());
    write('lib/topic.ts', '');
    hashes.push(hash());
    rmSync(join(folder.path, 'cdk.json'));
    hashes.push(hash());
    write('cdk.jsonn', '{}');
    hashes.push(hash());
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it('is the same when only what is left out has changed, or a file was written again', () => {
    const before = hash();
    write('test/queue.test.ts', 'two');
    write('lib/deep/queue.ts', 'one');
    expect(hash()).toBe(before);
  });

  it('leaves out names at the top only', () => {
    const before = hash();
    write('lib/test/helper.ts', 'bundled');
    expect(hash()).not.toBe(before);
  });
});
