import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Settings } from '../../lib/settings.ts';
import { synthesize } from '../../local/synthesize.ts';

/** Synthesizes a stack with other settings than the shared one. Its folder goes with `remove`. */
export async function assemblyWith(settings: Settings): Promise<{ assemblyDir: string; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'mailfold-stage-'));
  const config = join(folder, 'mailfold.config.mjs');
  const assemblyDir = join(folder, 'cdk.out');
  writeFileSync(
    config,
    `export default { test: { stackName: 'Mailfold', settings: ${JSON.stringify(settings)} } };`,
  );
  await synthesize(assemblyDir, new AbortController().signal, { config });
  return { assemblyDir, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
