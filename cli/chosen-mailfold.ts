import { outputs } from '../lib/outputs.ts';
import { exitCodes, Problem } from './problem.ts';

/** `Shop/Marketing` is the Mailfold in the stack Shop whose outputs begin with Marketing. */
export function splitStack(given: string): { readonly stackName: string; readonly prefix?: string } {
  const [stackName = '', prefix] = given.split('/');
  return { stackName, ...(prefix !== undefined && { prefix }) };
}

/**
 * The outputs of one Mailfold, without their prefix. A stack of somebody's own CDK app may give them one, and may hold several
 * Mailfolds.
 */
export function outputsOfMailfold(
  stackName: string,
  all: Readonly<Record<string, string>>,
  prefix: string | undefined,
): Record<string, string> {
  const prefixes = Object.keys(all)
    .filter((name) => name.endsWith(outputs.mailfoldName))
    .map((name) => name.slice(0, -outputs.mailfoldName.length));
  const chosen = prefix ?? (prefixes.length > 1 ? undefined : (prefixes[0] ?? ''));
  if (chosen === undefined || (prefix !== undefined && !prefixes.includes(prefix)))
    throw unclear(stackName, prefixes, prefix);
  return Object.fromEntries(
    Object.entries(all)
      .filter(([name]) => name.startsWith(chosen))
      .map(([name, value]) => [name.slice(chosen.length), value]),
  );
}

function unclear(stackName: string, prefixes: readonly string[], prefix: string | undefined): Problem {
  const choices = prefixes.map((each) => `--stack ${each === '' ? stackName : `${stackName}/${each}`}`);
  const found = prefix === undefined ? `${prefixes.length} of them` : `no ${prefix}`;
  return new Problem(
    `expected one Mailfold in the stack ${stackName}, found ${found}; ${choices.length > 0 ? `choose one: ${choices.join(' or ')}` : 'leave out what follows the /'}`,
    exitCodes.usage,
  );
}
