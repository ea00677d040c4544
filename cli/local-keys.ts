import { readJsonFile, writePrivateJsonFile } from '../local/json-file.ts';
import type { ProviderKeys } from '../providers/simulator.ts';
import { simulatorOf } from '../providers/simulators.ts';
import { providerNames } from '../providers/verifiers.ts';

/** By provider. What is published to the topic needs no key. */
export type LocalKeys = Readonly<Record<string, ProviderKeys>>;

/** The keys of an earlier start; those that are missing are made now, and kept. */
export async function loadProviderKeys(file?: string): Promise<LocalKeys> {
  const kept = (file && readJsonFile<LocalKeys>(file)) || {};
  const made: Record<string, ProviderKeys> = {};
  for (const name of providerNames.filter((each) => !Object.hasOwn(kept, each))) {
    const simulator = await simulatorOf(name);
    if (simulator?.transport === 'webhook') made[name] = simulator.makeKeys();
  }
  const keys = { ...kept, ...made };
  if (file && Object.keys(made).length > 0) writePrivateJsonFile(file, keys);
  return keys;
}

/** Adds the local keys to a secret's value. What somebody has put there for a provider stays. */
export function mergeProviderKeys(
  secret: Readonly<Record<string, unknown>>,
  keys: LocalKeys,
): Record<string, unknown> {
  const local = Object.entries(keys).map(([name, { verificationKey }]) => [name, [verificationKey]]);
  return { ...Object.fromEntries(local), ...secret };
}
