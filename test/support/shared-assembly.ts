import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { synthesize } from '../../local/synthesize.ts';
import { plainStage } from './plain-stage.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder with the synthesized template and bundles. */
    assemblyDir: string;
  }
}

/** Each project loads this file anew, so what they share is kept in the process. */
const shared = globalThis as { mailfoldAssembly?: { made: Promise<string>; users: number } };

/** Synthesis takes seconds, so all scenarios of all projects share one. */
export default async function shareAssembly(project: TestProject) {
  shared.mailfoldAssembly ??= { made: makeAssembly(), users: 0 };
  const { mailfoldAssembly } = shared;
  mailfoldAssembly.users += 1;
  const assemblyDir = await mailfoldAssembly.made;
  project.provide('assemblyDir', assemblyDir);
  return () => {
    mailfoldAssembly.users -= 1;
    if (mailfoldAssembly.users === 0) rmSync(assemblyDir, { recursive: true, force: true });
  };
}

async function makeAssembly(): Promise<string> {
  const assemblyDir = mkdtempSync(join(tmpdir(), 'mailfold-scenarios-'));
  await synthesize(assemblyDir, new AbortController().signal, plainStage);
  return assemblyDir;
}
