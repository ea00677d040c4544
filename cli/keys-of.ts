import { existsSync } from 'node:fs';
import { manifestOf, topicProvider } from '../providers/manifests.ts';
import type { ProviderKeys } from '../providers/simulator.ts';
import { unknownProvider } from './given.ts';
import { localFolder } from './local-folder.ts';
import { readLocalKeys } from './local-keys.ts';
import { exitCodes, Problem } from './problem.ts';
import { readFile } from './read-file.ts';

/** What a provider signs with: the given key, or that of the local stack. */
export function signingKeyOf(provider: string, given: string | undefined): string {
  return given === undefined ? localKeysOf(provider).signingKey : keyFrom(given);
}

/** What a provider's requests are verified with: the given keys, or that of the local stack. */
export function verificationKeysOf(provider: string, given: readonly string[] | undefined): string[] {
  return given?.map(keyFrom) ?? [localKeysOf(provider).verificationKey];
}

/** `--key` takes the key itself, or a file that contains it. */
function keyFrom(given: string): string {
  return existsSync(given) ? readFile(given).toString().trim() : given;
}

function localKeysOf(provider: string): ProviderKeys {
  const keys = readLocalKeys(localFolder())[provider];
  if (keys) return keys;
  if (!manifestOf(provider))
    throw unknownProvider(provider, '; for a source of your own, pass its key with --key');
  const remedy =
    provider === topicProvider.name
      ? 'pass the ARN of its topic with --key'
      : 'pass one with --key, or run `npm start` once to make local keys';
  throw new Problem(`no key for ${provider}; ${remedy}`, exitCodes.usage);
}
