import { spawn } from 'node:child_process';
import { cdkEnvironment, cdkProgram, projectDir } from '../local/cdk-program.ts';

/** Runs the CDK in this terminal. Returns its exit code. */
export function runCdk(words: readonly string[], region?: string): Promise<number> {
  const child = spawn(process.execPath, [cdkProgram, ...words], {
    cwd: projectDir,
    env: { ...cdkEnvironment(), ...(region && { AWS_REGION: region }) },
    stdio: 'inherit',
  });
  // The terminal sends Ctrl-C to both; the CDK decides what to do about it.
  const ignore = () => {};
  process.on('SIGINT', ignore);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      process.off('SIGINT', ignore);
      resolve(code ?? 1);
    });
  });
}
