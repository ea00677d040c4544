import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { announce } from '../../bin/local-faces.ts';
import type { LocalStackOptions } from '../../local/options.ts';
import { aStack, type Stack } from './stack.ts';

export type LocalStackForTheCommandLine = Stack & { readonly dataDir: string };

/** A test stack that the command line uses as the local stack. */
export async function aStackForTheCommandLine(
  options: Partial<LocalStackOptions> = {},
): Promise<LocalStackForTheCommandLine> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mailfold-cli-'));
  process.env['MAILFOLD_DIR'] = dataDir;
  const stack = await aStack({ dataDir, ...options });
  announce(dataDir, stack);
  return {
    ...stack,
    dataDir,
    async stop() {
      await stack.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
