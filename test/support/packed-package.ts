import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const projectDir = fileURLToPath(new URL('../..', import.meta.url));
const notCopied = new Set(['node_modules', '.git', '.mailfold', 'cdk.out', 'coverage', 'dist']);

type PackedPackage = {
  /** Another project, with the package in its node_modules. */
  readonly appDir: string;
  readonly packageDir: string;
  /** The package.json of the repository, after packing. */
  readonly manifestAfterPacking: string;
  /** What `npm pack --dry-run` lists, after the build. */
  readonly listed: PackedFiles;
  /** What npm says when somebody publishes the folder instead of the packed file. */
  readonly refusal: string;
};

type PackedFiles = { readonly size: number; readonly files: readonly { readonly path: string }[] };

/**
 * Packs a copy of the repository with `npm pack`, and unpacks it into the node_modules of another project. Beside it are the
 * packages that npm would install with it, and `others`; no development dependencies.
 */
export function packAndInstall(others: readonly string[]): PackedPackage {
  const work = mkdtempSync(join(tmpdir(), 'mailfold-packed-'));
  const copyDir = join(work, 'copy');
  cpSync(projectDir, copyDir, {
    recursive: true,
    filter: (source) => !notCopied.has(relative(projectDir, source).split(/[\\/]/)[0] ?? ''),
  });
  symlinkSync(join(projectDir, 'node_modules'), join(copyDir, 'node_modules'));
  // Not through a shell: npm's own output is not part of the test.
  execFileSync('npm', ['pack', '--pack-destination', work], { cwd: copyDir, stdio: 'pipe' });

  const appDir = join(work, 'app');
  const packageDir = join(appDir, 'node_modules/mailfold');
  mkdirSync(packageDir, { recursive: true });
  const { name, version } = JSON.parse(readFileSync(join(copyDir, 'package.json'), 'utf8'));
  const tarball = join(work, `${name}-${version}.tgz`);
  execFileSync('tar', ['-xzf', tarball, '-C', packageDir, '--strip-components=1']);
  for (const each of [...productionPackages(), ...others]) link(each, appDir);
  writeFileSync(join(appDir, 'package-lock.json'), '{}');
  return {
    appDir,
    packageDir,
    manifestAfterPacking: readFileSync(join(copyDir, 'package.json'), 'utf8'),
    listed: dryRun(copyDir),
    refusal: spawnSync('npm', ['publish', '--dry-run'], { cwd: copyDir, encoding: 'utf8' }).stderr,
  };
}

function dryRun(folder: string): PackedFiles {
  // The files are already built.
  const words = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const [packed] = JSON.parse(execFileSync('npm', words, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }));
  return packed;
}

function link(name: string, appDir: string): void {
  const place = join(appDir, 'node_modules', name);
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(join(projectDir, 'node_modules', name), place);
}

/** What `npm install` would put beside the package on this system: nothing that only development needs. */
function productionPackages(): string[] {
  const { packages } = JSON.parse(readFileSync(join(projectDir, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; peer?: boolean }>;
  };
  return Object.entries(packages).flatMap(([path, { dev, peer }]) => {
    const [, name] = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? [];
    return name && !dev && !peer ? [name] : [];
  });
}
