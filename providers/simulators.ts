import type { Simulator } from './simulator.ts';
import { providerNames } from './verifiers.ts';

/** Found by its place in the provider's folder: a list would be one more thing to forget. */
export async function simulatorOf(provider: string): Promise<Simulator | undefined> {
  if (!providerNames.includes(provider)) return undefined;
  const { simulate } = (await import(`./${provider}/simulate.ts`)) as { simulate: Simulator };
  return simulate;
}
