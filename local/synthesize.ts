import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CannotStart } from './cannot-start.ts';
import { contentHash } from './content-hash.ts';

const projectDir = fileURLToPath(new URL('..', import.meta.url));
const cdk = fileURLToPath(new URL('../node_modules/aws-cdk/bin/cdk', import.meta.url));

/** Folders that no template and no bundle is made from. Any other change makes a new assembly. */
const withoutEffect = new Set(['bench', 'cdk.out', 'cli', 'client', 'dist', 'docs', 'local', 'test']);

/** The installed packages are represented by the lock file. Hidden folders hold data, not code. */
function isLeftOut(name: string): boolean {
  return withoutEffect.has(name) || name === 'node_modules' || name.startsWith('.') || name.endsWith('.md');
}

/** Says which content the assembly was made from. */
const markFile = 'made-from.txt';

/** Whether the assembly of an earlier run is used, or a new one was made. */
export type Synthesis = 'unchanged' | 'made';

/** Writes the template and bundles, as for a deployment, unless the assembly was made from the same content. */
export async function synthesize(assemblyDir: string, signal: AbortSignal): Promise<Synthesis> {
  const content = `${process.version} ${contentHash(projectDir, isLeftOut)}`;
  const mark = join(assemblyDir, markFile);
  if (existsSync(mark) && readFileSync(mark, 'utf8') === content) return 'unchanged';
  // Removed first: a synthesis that is interrupted leaves an assembly that must not be used.
  rmSync(mark, { force: true });
  await runCdk(assemblyDir, signal);
  writeFileSync(mark, content);
  return 'made';
}

/** The CDK also says that its app has failed, after the app itself has said why. */
function withoutEcho(output: string): string {
  return output.replace(/^.*: Subprocess exited with error \d+$/m, '').trim();
}

function runCdk(assemblyDir: string, signal: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, [cdk, 'synth', '--quiet', '--output', assemblyDir], {
    cwd: projectDir,
    // cdk.json says `node`: this one, and not the first on the user's PATH.
    env: { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}` },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new CannotStart(`cdk synth failed: ${withoutEcho(output)}`));
    });
  });
}
