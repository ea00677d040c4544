import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Mutant } from './mutant.ts';
import { mutants } from './mutants.ts';
import { runMutants, troubleWithout } from './run-mutants.ts';
import { copyOf, type Workspace } from './workspace.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const source = [
  'const most: number = 100;',
  'export function double(value: number): number {',
  '  if (value > most) return most;',
  '  return value + value;',
  '}',
].join('\n');
const test = [
  "import { expect, it } from 'vitest';",
  "import { double } from '../double.ts';",
  "it('doubles', () => expect(double(3)).toBe(6));",
].join('\n');

/** A project with one function and one test, and the same runner. */
const project = mkdtempSync(join(tmpdir(), 'mailfold-sample-'));
let workspace: Workspace;
beforeAll(() => {
  mkdirSync(join(project, 'test/mutants'), { recursive: true });
  for (const file of ['vitest.config.ts', 'findings.ts', 'fixed-seed.ts'])
    cpSync(join(root, 'test/mutants', file), join(project, 'test/mutants', file));
  symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'));
  writeFileSync(join(project, 'package.json'), '{"type":"module"}');
  writeFileSync(join(project, 'double.ts'), source);
  writeFileSync(join(project, 'test/double.test.ts'), test);
  workspace = copyOf(project);
});
afterAll(() => {
  workspace.remove();
  rmSync(project, { recursive: true });
});

const aMutant = (find: string, replace: string, tests = ['test/double.test.ts']): Mutant => ({
  name: 'a-mutant',
  file: 'double.ts',
  find,
  replace,
  tests,
});
const verdictOn = async (mutant: Mutant) => (await runMutants([mutant], [workspace]))[0];

describe('a mutant', () => {
  it('is killed when a test fails on an assertion', async () => {
    const verdict = await verdictOn(aMutant('value + value', 'value * value'));
    expect(verdict).toEqual({ type: 'killed', by: 'doubles' });
  });

  it('survives when no test fails', async () => {
    expect(await verdictOn(aMutant('value > most', 'value < -most'))).toEqual({ type: 'survived' });
  });

  it('is stale when its text is not there, or more than once', async () => {
    const reason = (times: number) => `expected its text once in double.ts, found it ${times} times`;
    expect(await verdictOn(aMutant('triple', ''))).toEqual({ type: 'stale', reason: reason(0) });
    expect(await verdictOn(aMutant('value', ''))).toEqual({ type: 'stale', reason: reason(4) });
  });

  it('is broken when the code no longer parses, or fails in another way than by an assertion', async () => {
    expect(await verdictOn(aMutant('value + value', 'value +'))).toMatchObject({ type: 'broken' });
    expect(await verdictOn(aMutant('value + value', 'missing'))).toEqual({
      type: 'broken',
      reason: 'not an assertion: ReferenceError: missing is not defined',
    });
  });

  it('changes nothing outside its copy, and the copy only while it is tried', async () => {
    await verdictOn(aMutant('value + value', 'value * value'));
    expect(readFileSync(join(project, 'double.ts'), 'utf8')).toBe(source);
    expect(workspace.read('double.ts')).toBe(source);
  });
});

describe('a run of mutants', () => {
  it('needs tests that exist, and that pass without any mutant', async () => {
    const mutant = aMutant('value + value', 'value * value');
    expect(await troubleWithout([mutant], [workspace])).toBeUndefined();
    expect(await troubleWithout([{ ...mutant, tests: ['test/none.test.ts'] }], [workspace])).toBe(
      'expected the test file test/none.test.ts, found none',
    );
    workspace.write('test/double.test.ts', test.replace('6', '7'));
    const trouble = await troubleWithout([mutant], [workspace]);
    workspace.write('test/double.test.ts', test);
    expect(trouble).toBe('a test fails without any mutant: doubles');
  });

  it('has at least 40 mutants, each with its own name', () => {
    const names = mutants.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(40);
  });

  it('finds the text of each of them exactly once', () => {
    const stale = mutants.filter(
      ({ file, find }) => readFileSync(join(root, file), 'utf8').split(find).length !== 2,
    );
    expect(stale.map(({ name }) => name)).toEqual([]);
  });
});
