import { join } from 'node:path';
import { namesWithSecret } from '../providers/manifests.ts';
import type { ProviderKeys } from '../providers/simulator.ts';
import { simulatorOf } from '../providers/simulators.ts';
import { readJsonFile } from './read-json-file.ts';

/** By provider. SES has none: it publishes to a topic. */
export type LocalKeys = Readonly<Record<string, ProviderKeys>>;

/** Where `npm start` keeps the keys it has made. */
export function keysFile(dataDir: string): string {
  return join(dataDir, 'provider-keys.json');
}

/** Empty before the first local run. */
export function readLocalKeys(dataDir: string): LocalKeys {
  const remedy = 'delete it and run `npm start` again: it makes new keys';
  return readJsonFile<LocalKeys>(keysFile(dataDir), remedy) ?? {};
}

/** Adds new keys for the providers that have none yet. */
export async function completeKeys(kept: LocalKeys): Promise<LocalKeys> {
  const made: Record<string, ProviderKeys> = {};
  for (const name of namesWithSecret.filter((each) => !Object.hasOwn(kept, each))) {
    const simulator = await simulatorOf(name);
    if (simulator) made[name] = simulator.makeKeys();
  }
  return { ...kept, ...made };
}

/** Adds the local keys to a secret's value. Keys that are already in the secret stay. */
export function mergeProviderKeys(
  secret: Readonly<Record<string, unknown>>,
  keys: LocalKeys,
): Record<string, unknown> {
  const local = Object.entries(keys).map(([name, { verificationKey }]) => [name, [verificationKey]]);
  return { ...Object.fromEntries(local), ...secret };
}
