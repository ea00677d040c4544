import { namesWithSecret } from '../providers/manifests.ts';
import type { ProviderKeys } from '../providers/simulator.ts';
import { simulatorOf } from '../providers/simulators.ts';

/** By provider. What is published to the topic needs no key. */
export type LocalKeys = Readonly<Record<string, ProviderKeys>>;

/** Adds new keys for the providers that have none yet. */
export async function completeKeys(kept: LocalKeys): Promise<LocalKeys> {
  const made: Record<string, ProviderKeys> = {};
  for (const name of namesWithSecret.filter((each) => !Object.hasOwn(kept, each))) {
    const simulator = await simulatorOf(name);
    if (simulator) made[name] = simulator.makeKeys();
  }
  return { ...kept, ...made };
}

/** Adds the local keys to a secret's value. What somebody has put there for a provider stays. */
export function mergeProviderKeys(
  secret: Readonly<Record<string, unknown>>,
  keys: LocalKeys,
): Record<string, unknown> {
  const local = Object.entries(keys).map(([name, { verificationKey }]) => [name, [verificationKey]]);
  return { ...Object.fromEntries(local), ...secret };
}
