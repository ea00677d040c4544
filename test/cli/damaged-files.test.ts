import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { fileProblem } from '../../cli/file-problem.ts';
import { makeFolder } from '../../cli/make-folder.ts';
import { readJsonFile } from '../../local/json-file.ts';
import { commandLine } from '../support/command-line.ts';

const folder = mkdtempSync(join(tmpdir(), 'mailfold-damaged-'));
const dataDir = join(folder, 'data');
const before = process.env['MAILFOLD_DIR'];

beforeEach(() => {
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir);
  process.env['MAILFOLD_DIR'] = dataDir;
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  if (before === undefined) delete process.env['MAILFOLD_DIR'];
  else process.env['MAILFOLD_DIR'] = before;
});

const oneLine = (text: string) => expect.stringMatching(new RegExp(`^[^\\n]*${text}[^\\n]*\\n$`));

describe('a damaged file of the local stack', () => {
  it.each(['', '{"pid": 1', '[]', 'null', '7'])('%s is named, with what to do', async (content) => {
    writeFileSync(join(dataDir, 'endpoints.json'), content);
    expect(await commandLine('status', 'm1')).toEqual({
      exitCode: 3,
      out: '',
      error: oneLine('endpoints.json is not a JSON object.*start it again'),
    });
    writeFileSync(join(dataDir, 'provider-keys.json'), content);
    expect(await commandLine('verify', '--provider', 'sendgrid', '--body', import.meta.filename)).toEqual({
      exitCode: 3,
      out: '',
      error: oneLine('provider-keys.json is not a JSON object.*delete it'),
    });
  });

  it('with its secrets is neither used nor overwritten', () => {
    const file = join(dataDir, 'secrets.json');
    writeFileSync(file, '{"keys": ');
    expect(() => readJsonFile(file)).toThrow(/secrets\.json is not JSON.*delete it/);
    expect(readJsonFile(join(dataDir, 'none.json'))).toBeUndefined();
  });
});

describe('a file or folder that cannot be used', () => {
  it('ends the local stack with one line, before it starts anything', () => {
    rmSync(dataDir, { recursive: true });
    writeFileSync(dataDir, 'not a folder');
    const program = fileURLToPath(new URL('../../bin/local.ts', import.meta.url));
    const { status, stderr } = spawnSync(process.execPath, [program, '--port', '0'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr).toEqual(oneLine('cannot write .*/data: .*a folder that you can write to'));
    rmSync(dataDir);
  });

  // A call that never returns cannot be stopped from within its process.
  it.runIf(existsSync('/proc/self'))('ends the local stack where no folder can be made', () => {
    const program = fileURLToPath(new URL('../../bin/local.ts', import.meta.url));
    const { status, stderr } = spawnSync(process.execPath, [program, '--port', '0'], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, MAILFOLD_DIR: '/proc/mailfold/data' },
      timeout: 30_000,
      killSignal: 'SIGKILL',
    });
    expect([status, stderr]).toEqual([
      1,
      oneLine('cannot write /proc/mailfold: nothing can be created in its folder'),
    ]);
  });

  it('makes a folder with those above it, for its owner only if it shall be', () => {
    makeFolder(join(folder, 'a', 'b'), 0o700);
    makeFolder(join(folder, 'a', 'b'), 0o700);
    expect(statSync(join(folder, 'a', 'b')).mode & 0o777).toBe(0o700);
    expect(() => makeFolder(join(import.meta.filename, 'a'))).toThrow('ENOTDIR');
  });

  it.runIf(existsSync('/dev/full'))('says that the output does not fit, instead of ending silently', () => {
    const program = fileURLToPath(new URL('../../bin/mailfold.ts', import.meta.url));
    const { status, stderr } = spawnSync(
      'sh',
      ['-c', '"$0" "$1" completion bash > /dev/full', process.execPath, program],
      {
        encoding: 'utf8',
      },
    );
    expect([status, stderr]).toEqual([3, 'cannot write the output: no space is left on the device\n']);
  });

  it.each([
    ['EACCES', 'mkdir', 'cannot write /data: permission denied'],
    ['EROFS', 'open', 'cannot write /data: the file system is read-only'],
    ['ENOSPC', 'write', 'cannot write /data: no space is left'],
    ['EACCES', 'scandir', 'cannot read /data: permission denied'],
  ])('with %s in %s is explained in words', (code, syscall, words) => {
    const error = Object.assign(new Error(code), { code, syscall, path: '/data' });
    expect(fileProblem(error)?.message).toContain(words);
  });

  it('is not made of any other error', () => {
    expect(fileProblem(new Error('x'))).toBeUndefined();
    expect(fileProblem(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }))).toBeUndefined();
    expect(fileProblem(undefined)).toBeUndefined();
  });

  it('is a key that the provider cannot sign with', async () => {
    const words = ['send', 'sendgrid', 'open', '--url', 'http://127.0.0.1:9/x', '--key', 'abc'];
    expect(await commandLine(...words)).toEqual({
      exitCode: 2,
      out: '',
      error: oneLine('cannot sign as sendgrid with this key'),
    });
  });
});
