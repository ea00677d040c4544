import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exitCodes, Problem } from './problem.ts';
import { localFolder } from './target.ts';

/** What a provider signs with: given on the command line, as text or as a file, or made by the local stack. */
export function signingKeyOf(provider: string, given: string | undefined): string {
  if (given !== undefined) return existsSync(given) ? readFileSync(given, 'utf8') : given;
  const file = join(localFolder(), 'provider-keys.json');
  const keys = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const key: unknown = keys[provider]?.signingKey;
  if (typeof key === 'string') return key;
  throw new Problem(
    `no local key for ${provider}; start the local stack once, or give one with --key`,
    exitCodes.usage,
  );
}
