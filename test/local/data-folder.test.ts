import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isAlive } from '../../cli/local-endpoints.ts';
import { startDynamoDbLocal } from '../../local/dynamodb-local.ts';
import { javaHint } from '../../local/java-hint.ts';
import { clearDataDir } from '../../local/local-stack.ts';
import { takeRunLock } from '../../local/run-lock.ts';
import { runners } from '../../local/runners.ts';
import { projectRoot } from '../support/doc-blocks.ts';
import { temporaryFolder } from './support/assembly.ts';

let folder: ReturnType<typeof temporaryFolder>;

beforeEach(() => {
  folder = temporaryFolder();
});

afterEach(() => folder.remove());

/** The id of a process that has ended. */
const deadPid = () => spawnSync(process.execPath, ['-e', '']).pid;

describe('a folder', () => {
  it('serves one local stack at a time', () => {
    writeFileSync(`${folder.path}/run.json`, JSON.stringify({ pid: process.ppid }));
    expect(() => takeRunLock(folder.path, isAlive)).toThrow(
      `(process ${process.ppid}); stop it with Ctrl-C in its terminal`,
    );
  });

  it('is free again when its stack has stopped, or was killed', () => {
    takeRunLock(folder.path, isAlive).release();
    expect(existsSync(`${folder.path}/run.json`)).toBe(false);
    writeFileSync(`${folder.path}/run.json`, JSON.stringify({ pid: deadPid() }));
    takeRunLock(folder.path, isAlive).release();
  });
});

describe('a fresh start', () => {
  it('deletes what each runner keeps, and leaves the rest', () => {
    const kept = runners.flatMap(({ keeps = [] }) => keeps);
    for (const name of [...kept, 'keys.json']) writeFileSync(join(folder.path, name), '');
    clearDataDir(folder.path);
    expect(readdirSync(folder.path)).toEqual(['keys.json']);
  });

  it('deletes everything that any file of the local stack writes there', () => {
    const sources = globSync('local/**/*.ts', { cwd: projectRoot });
    const written = sources.flatMap((path) => [
      ...readFileSync(join(projectRoot, path), 'utf8').matchAll(/inDataDir\([\w.]+, '([^']+)'\)/g),
    ]);
    const kept = runners.flatMap(({ keeps = [] }) => keeps);
    expect(written.map(([, name]) => name).toSorted()).toEqual(kept.toSorted());
  });
});

describe('a machine without Java', () => {
  it('gets one line: what is missing, and how to install it', async () => {
    await expect(startDynamoDbLocal({ path: folder.path })).rejects.toThrow(
      `DynamoDB Local needs Java 17 or newer; there is no \`java\` on the PATH. ${javaHint()}`,
    );
  });

  it('with only the placeholder of macOS is told the same', async () => {
    const message = 'The operation couldn’t be completed. Unable to locate a Java Runtime.';
    writeFileSync(`${folder.path}/java`, `#!/bin/sh\necho "${message}" >&2\nexit 1\n`, { mode: 0o755 });
    await expect(startDynamoDbLocal({ path: folder.path })).rejects.toThrow(
      /says that none is installed\. Install it \(/,
    );
  });

  it('or with an old Java is told to install a newer one', async () => {
    const message = 'java.lang.UnsupportedClassVersionError: class file version 61.0';
    writeFileSync(`${folder.path}/java`, `#!/bin/sh\necho "${message}" >&2\nexit 1\n`, { mode: 0o755 });
    await expect(startDynamoDbLocal({ path: folder.path })).rejects.toThrow(
      /the `java` on the PATH is older/,
    );
  });
});
