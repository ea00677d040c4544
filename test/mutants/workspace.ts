import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpointVariable } from '../support/dynamodb.ts';
import { type Findings, findingsVariable } from './findings.ts';

type RunOptions = {
  /** Part of the names of the tests to run. */
  readonly only?: string;
  readonly minutes?: number;
};

export type Workspace = {
  read(file: string): string;
  write(file: string, text: string): void;
  /** Undefined when the run did not come to an end within the time. */
  runTests(files: readonly string[], options?: RunOptions): Promise<Findings | undefined>;
  remove(): void;
};

/** Not part of the code, or only linked. */
const leftOut = new Set(['node_modules', '.git', 'cdk.out', 'dist', 'coverage', '.mailfold']);
/** A mutant can wait for something that never comes. Without one, the tests only take time. */
const minutesWithMutant = 5;

/** A copy of the tree, so that nobody's working files are ever changed. */
export function copyOf(root: string, dynamoDbEndpoint = ''): Workspace {
  const folder = mkdtempSync(join(tmpdir(), 'mailfold-mutants-'));
  cpSync(root, folder, {
    recursive: true,
    filter: (path) => !leftOut.has(path.slice(root.length).split('/').find(Boolean) ?? ''),
  });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const findingsFile = join(folder, 'findings.json');
  const environment = {
    ...process.env,
    NO_COLOR: '1',
    [findingsVariable]: findingsFile,
    [endpointVariable]: dynamoDbEndpoint,
  };
  return {
    read: (file) => readFileSync(join(folder, file), 'utf8'),
    write: (file, text) => writeFileSync(join(folder, file), text),
    async runTests(files, { only, minutes = minutesWithMutant } = {}) {
      rmSync(findingsFile, { force: true });
      const words = [
        'run',
        '--config',
        'test/mutants/vitest.config.ts',
        ...(only ? ['-t', escaped(only)] : []),
      ];
      const vitest = join(folder, 'node_modules/vitest/vitest.mjs');
      await runNode([vitest, ...words, ...files], folder, environment, minutes);
      return existsSync(findingsFile) ? JSON.parse(readFileSync(findingsFile, 'utf8')) : undefined;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function runNode(
  words: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  minutes: number,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // The output is that of a failing test run; the findings say what matters.
  const child = spawn(process.execPath, words, { cwd, env, stdio: 'ignore', timeout: minutes * 60_000 });
  child.once('error', reject);
  child.once('exit', () => resolve());
  return promise;
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
