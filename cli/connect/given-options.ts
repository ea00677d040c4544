import { Option } from 'commander';
import type { Connection } from '../../providers/connection.ts';
import { exitCodes, Problem } from '../problem.ts';

/** The options of all providers. Each provider takes some of them. */
export const providerOptions: readonly Option[] = [
  new Option('--domain <name>', 'sending domain, where the provider has webhooks for each'),
  new Option('--message-stream <name>', 'message stream, where the provider has webhooks for each'),
  new Option('--mail <kind>', 'kind of mail, where the provider has webhooks for each'),
];

/** Those that this provider takes. Throws when one is missing, or when one is given that it does not take. */
export function givenOptions(
  { options: taken = [] }: Connection,
  given: Readonly<Record<string, unknown>>,
  title: string,
): Record<string, string> {
  for (const option of providerOptions) {
    const isTaken = taken.some(({ name }) => `--${name}` === option.long);
    if (!isTaken && given[option.attributeName()] !== undefined)
      throw new Problem(`${title} takes no ${option.long}`, exitCodes.usage);
  }
  return Object.fromEntries(
    taken.map(({ name, does, usually, choices }) => {
      const value = given[attributeOf(name)] ?? usually;
      if (typeof value !== 'string' || value.trim() === '')
        throw new Problem(`${title} needs --${name}: ${does}`, exitCodes.usage);
      if (choices && !choices.includes(value.trim()))
        throw new Problem(`--${name}: expected ${choices.join(' or ')}, found "${value}"`, exitCodes.usage);
      return [name, value.trim()];
    }),
  );
}

function attributeOf(name: string): string {
  return name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}
