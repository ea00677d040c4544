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

/** The webhook URL of a provider in use, or of a source that the stack was deployed with. */
export function webhookUrlOf(name: string, target: Target): string {
  expectSender(name, target);
  const output = webhookUrlOutput(name);
  if (!target.hasOutput(output)) throw new Problem(noUrlWords(name), exitCodes.no);
  return target.output(output);
}

/** Throws for a name that is neither a provider nor a source that the stack was deployed with. */
export function expectSender(name: string, target: Target): void {
  if (!manifestOf(name) && !target.hasOutput(webhookUrlOutput(name)))
    throw unknownProvider(name, ', or a source that this stack was deployed with');
}

function noUrlWords(name: string): string {
  const { title = name, key } = manifestOf(name) ?? {};
  return key?.source === 'setting'
    ? `${title} publishes to the topic of this stack and needs no URL; one exists only if mailfold:${key.setting} lists ${key.looksLike}`
    : `this stack was deployed without a URL for ${title}; add ${name} to mailfold:providers and deploy`;
}
