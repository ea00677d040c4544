import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { consoleFolder } from './vite-settings.ts';

/** Changes when a source file of the console or a package that it is built with changes. */
export function sourcesDigest(): string {
  const digest = createHash('sha256');
  const files = globSync('**/*.{ts,tsx,css,html,svg,js,json}', { cwd: consoleFolder }).sort();
  for (const file of files) digest.update(`${file}\0`).update(readFileSync(join(consoleFolder, file)));
  for (const name of ['preact', '@preact/signals', 'vite']) digest.update(versionOf(name));
  return digest.digest('hex');
}

function versionOf(name: string): string {
  const manifest = join(consoleFolder, '..', 'node_modules', name, 'package.json');
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}
