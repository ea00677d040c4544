import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');
const cache = join(root, 'node_modules/.cache/mailfold');

/** Where Chromium was unpacked: the program, its libraries and its fonts. */
export function unpackChromium(): string {
  const folder = join(cache, `chromium-${packedVersion()}`);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const unfinished = mkdtempSync(join(cache, 'unfinished-'));
  // The package unpacks into the folder for temporary files, with the libraries only where it believes to be in Lambda.
  execFileSync(
    process.execPath,
    ['--input-type=module', '-e', "await (await import('@sparticuz/chromium')).default.executablePath()"],
    { cwd: root, env: { ...process.env, TMPDIR: unfinished, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' } },
  );
  rename(unfinished, folder);
  return folder;
}

/** Two test runs can unpack at the same time: the one that is later keeps what is there. */
function rename(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    rmSync(from, { recursive: true, force: true });
    if (!existsSync(to)) throw error;
  }
}

function packedVersion(): string {
  const manifest = join(root, 'node_modules/@sparticuz/chromium/package.json');
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}
