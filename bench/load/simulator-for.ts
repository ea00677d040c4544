import type { Simulator } from '../../providers/simulator.ts';
import { simulatorOf } from '../../providers/simulators.ts';

export async function simulatorFor(provider: string): Promise<Simulator> {
  const simulator = await simulatorOf(provider);
  if (!simulator) throw new Error(`expected the name of a provider, found "${provider}"`);
  return simulator;
}
