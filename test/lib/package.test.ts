import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packAndInstall } from '../support/packed-package.ts';

let installed: ReturnType<typeof packAndInstall>;
beforeAll(() => {
  // The packages that a CDK app brings along: mailfold names them as peers.
  installed = packAndInstall(['aws-cdk-lib', 'constructs']);
});
afterAll(() => {
  if (installed) rmSync(dirname(installed.appDir), { recursive: true, force: true });
});

const app = `
import { App, Stack, Duration } from 'aws-cdk-lib';
import { Mailfold } from 'mailfold';
import { MailfoldClient } from 'mailfold/client';
const app = new App({ outdir: 'out' });
const stack = new Stack(app, 'Shop');
const mailfold = new Mailfold(stack, 'Mail', { dedupeWindow: Duration.days(20) });
if (!mailfold.webhookUrls.sendgrid) throw new Error('no URL for SendGrid');
new MailfoldClient({ url: 'https://abc.execute-api.eu-west-1.amazonaws.com' });
app.synth();
`;

/** The files of the console have a hash of their content in their name. */
const withoutHash = (path: string) => path.replace(/(console\/assets\/\w+)-[\w-]{8}\./, '$1.');

describe('the package', () => {
  it('works as a construct in another CDK app, with its own bundles', () => {
    const { appDir } = installed;
    writeFileSync(join(appDir, 'app.mjs'), app);
    execFileSync(process.execPath, ['app.mjs'], { cwd: appDir, stdio: 'pipe' });
    const template = JSON.parse(readFileSync(join(appDir, 'out/Shop.template.json'), 'utf8'));
    const functions = Object.values<{ Type: string; Properties: { Code: { S3Key: string } } }>(
      template.Resources,
    ).filter(({ Type }) => Type === 'AWS::Lambda::Function');
    expect(functions).toHaveLength(8);
    for (const { Properties } of functions) {
      const bundle = join(appDir, 'out', `asset.${Properties.Code.S3Key.replace('.zip', '')}`);
      expect(readdirSync(bundle).toSorted()).toEqual(['index.mjs', 'index.mjs.map']);
      const { sources } = JSON.parse(readFileSync(join(bundle, 'index.mjs.map'), 'utf8'));
      expect(sources).toContainEqual(expect.stringContaining('lambdas/replacements/credentials.js'));
      expect(sources).not.toContainEqual(expect.stringContaining('credential-provider-node'));
    }
  });

  it('leaves package.json as it was, and has the command line as its only program', () => {
    const { packageDir, manifestAfterPacking } = installed;
    expect(manifestAfterPacking).toBe(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    const { bin } = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8'));
    expect(bin).toEqual({ mailfold: 'bin/launcher/mailfold.cjs' });
  });

  it('contains what it runs and its documentation, and no sources, tests or settings', () => {
    const { files, size } = installed.listed;
    const paths = files.map(({ path }) => path);
    const [compiled, others] = [/^dist\/.*\.js$|^dist\/.*\.d\.ts$/, /^(docs|providers)\/.*\.md$/];
    const rest = paths.filter((path) => !compiled.test(path) && !others.test(path)).toSorted();
    expect(rest.map(withoutHash)).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'SECURITY.md',
      'bin/launcher/mailfold.cjs',
      'bin/needs-node.cjs',
      'dist/console/assets/mark.svg',
      'dist/console/assets/style.css',
      'dist/console/index.html',
      'package.json',
    ]);
    expect(paths.filter((path) => /^dist\/(test|local|bench|deploy)\//.test(path))).toEqual([]);
    expect(size, 'bytes of the packed file').toBeLessThan(2_000_000);
  });

  it('can be published with provenance, and only as the packed file', () => {
    const manifest = JSON.parse(readFileSync(join(installed.packageDir, 'package.json'), 'utf8'));
    const exported = Object.values<{ types: string; default: string }>(manifest.exports).flatMap(
      ({ types, default: code }) => [types, code],
    );
    const paths = installed.listed.files.map(({ path }) => `./${path}`);
    expect(paths).toEqual(expect.arrayContaining(exported));
    expect(manifest.private).toBeUndefined();
    expect(manifest).toMatchObject({
      publishConfig: { access: 'public', provenance: true },
      repository: { url: expect.stringMatching(/^git\+https:/) },
    });
    expect(installed.refusal).toContain('Publish the packed file instead of the folder');
  });

  it('has types that another project compiles with', () => {
    const { appDir } = installed;
    writeFileSync(
      join(appDir, 'typed.mts'),
      `${app}\nconst urls: Readonly<Record<string, string>> = mailfold.webhookUrls;\n`,
    );
    const options = [
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--module',
      'nodenext',
      '--target',
      'es2024',
      '--types',
      '',
    ];
    const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
    const { status, stdout } = spawnSync(process.execPath, [tsc, ...options, 'typed.mts'], {
      cwd: appDir,
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([0, '']);
  });
});

/** The installed command line, in the folder of the app. */
function mailfold(words: readonly string[], nodeOptions: readonly string[] = []) {
  const { appDir, packageDir } = installed;
  const launcher = join(packageDir, 'bin/launcher/mailfold.cjs');
  // A cache of its own, so that no run depends on an earlier one.
  const env = { PATH: '/usr/bin:/bin', HOME: appDir };
  const { status, stdout, stderr } = spawnSync(process.execPath, [...nodeOptions, launcher, ...words], {
    cwd: appDir,
    env,
    encoding: 'utf8',
  });
  return { status, out: stdout, error: stderr };
}

/** Lets the launcher believe that an old Node runs it. */
function anOldNode(): string[] {
  const preload = join(installed.appDir, 'old-node.cjs');
  writeFileSync(
    preload,
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.0.0' } });\n",
  );
  return ['--require', preload];
}

describe('the command line of the package', () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

  it('has the version of the package', () => {
    expect(mailfold(['--version'])).toEqual({ status: 0, out: `${version}\n`, error: '' });
  });

  it('finds everything that it loads among the installed packages', () => {
    // Completion lists the options of every command, so that all modules are loaded.
    const { status, out, error } = mailfold(['completion', 'bash']);
    expect([status, error]).toEqual([0, '']);
    expect(out).toContain('--acknowledge-complaint');
    expect(mailfold(['status', 'm1'])).toMatchObject({
      status: 3,
      error: expect.stringContaining('no local stack is running'),
    });
    expect(mailfold(['status', 'm1', '--stack', 'Mailfold', '--region', 'nowhere'])).toMatchObject({
      status: 3,
      error: expect.stringContaining('AWS'),
    });
  });

  it('runs on the Node that a package brings along when its own is too old', () => {
    expect(mailfold(['--version'], anOldNode())).toEqual({ status: 0, out: `${version}\n`, error: '' });
    expect(mailfold(['status'], anOldNode()).status).toBe(mailfold(['status']).status);
  });

  it('says in one line that it needs a newer Node when no package brings one', () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'mailfold-alone-'));
    const copied = join(elsewhere, 'mailfold');
    symlinkSync(installed.packageDir, copied);
    const { status, stderr } = spawnSync(
      process.execPath,
      [
        '--preserve-symlinks',
        '--preserve-symlinks-main',
        ...anOldNode(),
        join(copied, 'bin/launcher/mailfold.cjs'),
      ],
      { encoding: 'utf8', env: { PATH: '/usr/bin:/bin' } },
    );
    rmSync(elsewhere, { recursive: true });
    expect(status).toBe(3);
    expect(stderr).toMatch(/^Mailfold needs Node 24 or newer, and this is v.*\n$/);
  });
});
