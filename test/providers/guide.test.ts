import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { afterAll, describe, expect, it } from 'vitest';
import { bytesPerProvider, fixedBytes } from '../../bench/receiver-budget.ts';
import { itKeepsTheContract } from './contract.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(join(root, 'docs/adding-a-provider.md'), 'utf8');

/** The files of the page in a temporary folder, with links to the real ones. Nothing is written into the project. */
const copy = mkdtempSync(join(tmpdir(), 'mailfold-guide-'));
const folder = join(copy, 'providers/pigeon-post');
mkdirSync(folder, { recursive: true });
symlinkSync(join(root, 'core'), join(copy, 'core'));
writeFileSync(join(copy, 'package.json'), '{"type":"module"}');
for (const file of readdirSync(join(root, 'providers')).filter((name) => name.endsWith('.ts')))
  symlinkSync(join(root, 'providers', file), join(copy, 'providers', file));
const files = [...page.matchAll(/^\*\*`(\w+\.ts)`\*\*[\s\S]*?\n```ts\n([\s\S]*?)```/gm)];
for (const [, name = '', code = ''] of files) writeFileSync(join(folder, name), code);
afterAll(() => rmSync(copy, { recursive: true }));

describe('the provider of docs/adding-a-provider.md', async () => {
  const { pigeonPost: manifest, pigeonPostProfile: profile } = await import(join(folder, 'manifest.ts'));
  const { pigeonPost: verifier } = await import(join(folder, 'verify.ts'));
  const { pigeonPost: normalizer } = await import(join(folder, 'normalize.ts'));
  const { simulate: simulator } = await import(join(folder, 'simulate.ts'));
  itKeepsTheContract({ manifest, profile, verifier, normalizer, simulator });

  it('has a manifest that matches its keys', () => {
    expect(simulator.makeKeys().verificationKey).toMatch(manifest.key.pattern);
  });

  it('fits into what the receiver may grow by', () => {
    const bundled = (imports: readonly (readonly [name: string, file: string])[]) => {
      // By name, as the lists import them: a profile stands beside its manifest and must not count.
      const contents = imports.map(
        ([name, file], index) => `export { ${name} as part${index} } from '${file}';`,
      );
      const { outputFiles } = buildSync({
        stdin: { contents: contents.join('\n'), resolveDir: root },
        bundle: true,
        minify: true,
        write: false,
        format: 'esm',
        platform: 'node',
      });
      return outputFiles[0]?.contents.length ?? Number.NaN;
    };
    const others = [
      ['manifests', './providers/manifests.ts'],
      ['verifiersWith', './providers/verifiers.ts'],
    ] as const;
    const own = ['manifest.ts', 'verify.ts'].map((file) => ['pigeonPost', join(folder, file)] as const);
    const growth = bundled([...others, ...own]) - bundled(others);
    expect(growth).toBeGreaterThan(200);
    expect(growth).toBeLessThanOrEqual(bytesPerProvider);
  });

  it('is told by the page how much that is', () => {
    expect(page).toContain(`may grow by ${bytesPerProvider / 1_000} KB`);
    const reason = readFileSync(join(root, 'docs/decisions/small-bundles.md'), 'utf8');
    expect(reason).toContain(
      `${fixedBytes / 1_000} KB, and ${bytesPerProvider / 1_000} KB more for each provider`,
    );
  });

  it('is code that the compiler accepts', () => {
    const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'));
    const settings = {
      compilerOptions: { ...compilerOptions, typeRoots: [join(root, 'node_modules/@types')] },
      include: ['providers/pigeon-post'],
    };
    writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify(settings));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', copy], { encoding: 'utf8' });
    expect([status, stdout]).toEqual([0, '']);
  });
});
