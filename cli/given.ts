import { Argument, Option } from 'commander';
import { closestWord } from '../core/closest-word.ts';
import { outputs, webhookUrlOutput } from '../lib/outputs.ts';
import { manifestOf, providerNames } from '../providers/manifests.ts';
import { profileOf } from '../providers/profiles.ts';
import { expectedOneOf } from './did-you-mean.ts';
import { exitCodes, Problem } from './problem.ts';
import { suggest } from './suggested.ts';
import type { Target } from './target.ts';

/** `names` are those that the command takes. Shells complete them, and help lists them unless `does` says something else. */
export function providerArgument(
  flags: string,
  { names = providerNames, does = names.join(', ') }: { names?: readonly string[]; does?: string } = {},
): Argument {
  return suggest(new Argument(flags, does), names);
}

export function providerOption(does = providerNames.join(', ')): Option {
  return suggest(new Option('--provider <name>', does), providerNames);
}

export function unknownProvider(name: string, otherwise = ''): Problem {
  return new Problem(
    `unknown provider "${name}"; ${expectedOneOf(name, providerNames, otherwise)}`,
    exitCodes.usage,
  );
}

const orSource = ', or a source that this stack was deployed with';

/** The webhook URL of a provider in use, or of a source that the stack was deployed with. */
export function webhookUrlOf(name: string, target: Target): string {
  // Every Mailfold has it: a stack without it is another one.
  target.output(outputs.apiUrl);
  mustBeSender(name, target);
  const output = webhookUrlOutput(name);
  if (!target.hasOutput(output)) throw new Problem(noUrlWords(name), exitCodes.no);
  return target.output(output);
}

function noUrlWords(name: string): string {
  const { title = name, key } = manifestOf(name) ?? {};
  return key?.source === 'setting'
    ? `${title} publishes to the topic of this stack and needs no URL; one exists only if the setting ${key.setting} lists ${profileOf(name)?.keyLooksLike}`
    : `this stack was deployed without a URL for ${title}; add ${name} to the setting providers (mailfold.config.ts) and deploy`;
}

/** Throws for a name that this stack does not know: a search for it would find nothing, whatever there is. */
export function mustBeSender(name: string, target: Target): void {
  if (!isSender(name, target)) throw unknownProvider(name, orSource);
}

export function isSender(name: string, target: Target): boolean {
  return manifestOf(name) !== undefined || namedSources(target).includes(name);
}

/** The sources that the operator has named. */
export function namedSources(target: Target): string[] {
  return Object.keys(JSON.parse(target.output(outputs.standardWebhookSources)));
}

/** Without a stack to ask, any name can be that of a source; but not one that looks like a misspelt provider. */
export function mustNotBeMisspelt(name: string): void {
  if (!manifestOf(name) && closestWord(name, providerNames)) throw unknownProvider(name);
}
