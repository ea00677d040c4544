import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CannotStart } from './cannot-start.ts';
import { cdkEnvironment, cdkProgram, projectDir } from './cdk-program.ts';
import { contentHash } from './content-hash.ts';

/** Folders that no template and no bundle is made from. Any other change makes a new assembly. */
const withoutEffect = new Set([
  'bench',
  'cdk.out',
  'cli',
  'client',
  'deploy',
  'dist',
  'docs',
  'local',
  'test',
]);

/** The installed packages are represented by the lock file. Hidden folders hold data, not code. */
function isLeftOut(name: string): boolean {
  return withoutEffect.has(name) || name === 'node_modules' || name.startsWith('.') || name.endsWith('.md');
}

/** Says which content the assembly was made from. */
const markFile = 'made-from.txt';

/** Whether the assembly of an earlier run is used, or a new one was made. */
export type Synthesis = 'unchanged' | 'made';

/** Values of the CDK context, by name: they choose what the app synthesizes. */
export type Context = Readonly<Record<string, string>>;

/** Writes the template and bundles, as for a deployment, unless the assembly was made from the same content. */
export async function synthesize(
  assemblyDir: string,
  signal: AbortSignal,
  context: Context = {},
): Promise<Synthesis> {
  const content = [process.version, contentHash(projectDir, isLeftOut), JSON.stringify(context)].join(' ');
  const mark = join(assemblyDir, markFile);
  isolate(assemblyDir);
  if (existsSync(mark) && readFileSync(mark, 'utf8') === content) return 'unchanged';
  // Removed first: a synthesis that is interrupted leaves an assembly that must not be used.
  rmSync(mark, { force: true });
  await runCdk(assemblyDir, signal, context);
  writeFileSync(mark, content);
  return 'made';
}

/** Without it, the package.json above the assembly would decide what a `.js` file of a function is. Lambda knows none. */
function isolate(assemblyDir: string): void {
  mkdirSync(assemblyDir, { recursive: true });
  writeFileSync(join(assemblyDir, 'package.json'), '{}\n');
}

/** The CDK also says that its app has failed, after the app itself has said why. */
function withoutEcho(output: string): string {
  return output.replace(/^.*: Subprocess exited with error \d+$/m, '').trim();
}

function runCdk(assemblyDir: string, signal: AbortSignal, context: Context): Promise<void> {
  const chosen = Object.entries(context).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const words = [cdkProgram, 'synth', '--quiet', '--output', assemblyDir, ...chosen];
  const child = spawn(process.execPath, words, {
    cwd: projectDir,
    // CloudFormation's rules are for what is deployed. They take as long as everything else together.
    env: { ...cdkEnvironment(), CDK_VALIDATION: 'false' },
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
