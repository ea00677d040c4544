import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const projectDir = fileURLToPath(new URL('../..', import.meta.url));

type PackedClient = {
  /** To be deleted afterwards. */
  readonly workDir: string;
  /** An empty project that has installed the packed client, and nothing else. */
  readonly appDir: string;
};

/** Packs a copy of the client with `npm pack`, and installs it as its users do. No network is needed. */
export function packAndInstallClient(): PackedClient {
  const workDir = mkdtempSync(join(tmpdir(), 'mailfold-client-'));
  const copyDir = join(workDir, 'copy');
  mkdirSync(copyDir);
  for (const each of ['client', 'tsconfig.json', 'LICENSE'])
    cpSync(join(projectDir, each), join(copyDir, each), {
      recursive: true,
      filter: (source) => basename(source) !== 'dist',
    });
  symlinkSync(join(projectDir, 'node_modules'), join(copyDir, 'node_modules'));
  npm(join(copyDir, 'client'), 'pack', '--pack-destination', workDir);
  const [tarball = 'no tarball'] = readdirSync(workDir).filter((name) => name.endsWith('.tgz'));

  const appDir = join(workDir, 'app');
  mkdirSync(appDir);
  writeFileSync(join(appDir, 'package.json'), '{"type":"module","private":true}');
  npm(appDir, 'install', '--offline', '--no-audit', '--no-fund', join(workDir, tarball));
  return { workDir, appDir };
}

function npm(cwd: string, ...words: readonly string[]): void {
  execFileSync('npm', words, { cwd, stdio: 'pipe' });
}

type Node = { readonly path: string; readonly version: string };

/** The oldest Node from 20 on that this machine has. The repository's own is newer than that of many users. */
export function oldestNode(): Node {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const found = [...new Set(folders.map((folder) => join(folder, 'node')))]
    .filter((path) => existsSync(path))
    .map((path) => ({
      path,
      version: execFileSync(path, ['--version'], { encoding: 'utf8' }).trim().slice(1),
    }));
  const own = { path: process.execPath, version: process.versions.node };
  const [oldest = own] = [...found, own]
    .filter(({ version }) => Number.parseInt(version, 10) >= 20)
    .sort((one, other) => Number.parseInt(one.version, 10) - Number.parseInt(other.version, 10));
  return oldest;
}
