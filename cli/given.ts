import { webhookUrlOutput } from '../lib/outputs.ts';
import { manifestOf, providerNames } from '../providers/manifests.ts';
import { exitCodes, Problem } from './problem.ts';
import type { Target } from './target.ts';

export function unknownProvider(name: string, otherwise = ''): Problem {
  return new Problem(
    `unknown provider "${name}"; expected one of ${providerNames.join(', ')}${otherwise}`,
    exitCodes.usage,
  );
}

/** The webhook URL of a provider, or of a source that the stack was deployed with. */
export function webhookUrlOf(name: string, target: Target): string {
  const output = webhookUrlOutput(name);
  if (!manifestOf(name) && !target.hasOutput(output))
    throw unknownProvider(name, ', or a source that this stack was deployed with');
  return target.output(output);
}
