import { spawn } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CannotStart } from './cannot-start.ts';

const projectDir = fileURLToPath(new URL('..', import.meta.url));
const cdk = fileURLToPath(new URL('../node_modules/.bin/cdk', import.meta.url));

/** Writes the template and bundles, as for a deployment. */
export function synthesize(assemblyDir: string, signal: AbortSignal): Promise<void> {
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
      else reject(new CannotStart(`cdk synth failed; the CDK said:\n${output.trim()}`));
    });
  });
}
