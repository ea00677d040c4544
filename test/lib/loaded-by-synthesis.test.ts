import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';

/** Every file of this repository and every package that importing the file loads; types are not included. */
async function loadedBy(file: string): Promise<{ files: string[]; packages: string[] }> {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [file],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    metafile: true,
    write: false,
  });
  const inputs = Object.entries(metafile.inputs);
  return {
    files: inputs.map(([path]) => path),
    packages: inputs.flatMap(([, { imports }]) =>
      imports.filter((each) => each.external).map(({ path }) => path),
    ),
  };
}

describe('synthesizing the stack', () => {
  it('loads the manifests, and no code of a provider', async () => {
    const { files } = await loadedBy('bin/app.ts');
    expect(files).toContain('providers/resend/manifest.ts');
    const ofProviders = files.filter((path) => /^providers\/[^/]+\//.test(path));
    expect(ofProviders.filter((path) => !path.endsWith('/manifest.ts'))).toEqual([]);
  });

  it('loads no schemas, no SDK and no handler', async () => {
    const { files, packages } = await loadedBy('bin/app.ts');
    expect(packages).toContain('aws-cdk-lib');
    expect(
      packages.filter((name) => /^(zod|@aws-sdk|@aws-lambda-powertools|sns-validator)\b/.test(name)),
    ).toEqual([]);
    expect(files.filter((path) => /\/(handler|operations|schemas)\.ts$/.test(path))).toEqual([]);
  });
});
