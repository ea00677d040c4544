import { manifests, providerNames } from '../../providers/manifests.ts';
import { simulatorOf } from '../../providers/simulators.ts';
import { unknownProvider } from '../given.ts';
import { signingKeyOf } from '../keys-of.ts';
import type { Actor } from '../normalized-by.ts';

/** Stands for every provider. */
export const allProviders = 'all';

/** The names in a list such as `sendgrid,ses`, or all of them. */
export function namesIn(list: string): readonly string[] {
  const names = list.split(',').map((name) => name.trim());
  if (names.includes(allProviders)) return providerNames;
  const wrong = names.find((name) => !providerNames.includes(name));
  if (wrong !== undefined) throw unknownProvider(wrong, `, or ${allProviders}`);
  return names;
}

/** These providers, each with its simulator and its local key. */
export function actorsFor(names: readonly string[]): Promise<Actor[]> {
  const meant = manifests.filter(({ name }) => names.includes(name));
  return Promise.all(
    meant.map(async ({ name: provider, transport }) => {
      const simulator = await simulatorOf(provider);
      if (!simulator) throw new Error(`expected a simulator for ${provider}, found none`);
      const signingKey = transport === 'webhook' ? signingKeyOf(provider, undefined) : '';
      return { provider, transport, simulator, signingKey };
    }),
  );
}
