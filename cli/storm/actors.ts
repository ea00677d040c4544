import { manifests } from '../../providers/manifests.ts';
import { simulatorOf } from '../../providers/simulators.ts';
import { signingKeyOf } from '../keys-of.ts';
import type { Actor } from '../normalized-by.ts';

/** Every provider, with its simulator and its local key. */
export function everyActor(): Promise<Actor[]> {
  return Promise.all(
    manifests.map(async ({ name: provider, transport }) => {
      const simulator = await simulatorOf(provider);
      if (!simulator) throw new Error(`expected a simulator for ${provider}, found none`);
      const signingKey = transport === 'webhook' ? signingKeyOf(provider, undefined) : '';
      return { provider, transport, simulator, signingKey };
    }),
  );
}
