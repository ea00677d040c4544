import { exampleProvider } from '../../../providers/manifests.ts';
import { command, type MakeCommand, type StackOptions } from '../../command.ts';
import { mailfoldCommand } from '../../next-commands.ts';
import { exitCodes, Problem } from '../../problem.ts';
import { fingerprintOf, type KeysByProvider, readKeys, writeKeys } from '../../secrets/provider-secret.ts';
import { openTarget } from '../../target.ts';
import { print, printJson, type Terminal } from '../../ui/terminal.ts';
import { countOf } from '../../ui/text.ts';

type RetireOptions = StackOptions & { readonly evenTheLast?: boolean };

export const retireCommand: MakeCommand = ({ terminal, finish }) =>
  command('retire', 'remove a key no longer in use', [
    `secrets retire ${exampleProvider} 3f9a0c1d2e4b`,
    `secrets retire ${exampleProvider} 3f9a0c1d2e4b --even-the-last --stack Mailfold`,
  ])
    .argument('<provider>', 'name of the provider')
    .argument('<fingerprint>', 'fingerprint of the key, from `secrets list`')
    .option('--even-the-last', 'remove the only key too: all webhooks of the provider then get a 503')
    .withStack()
    .withJson()
    .action((provider: string, fingerprint: string, options: RetireOptions) =>
      finish(retire(provider, fingerprint, options, terminal)),
    );

async function retire(
  provider: string,
  fingerprint: string,
  options: RetireOptions,
  terminal: Terminal,
): Promise<number> {
  const target = await openTarget(options);
  const keys = await readKeys(target);
  const mine = keys[provider] ?? [];
  const left = mine.filter((key) => fingerprintOf(key) !== fingerprint);
  if (left.length === mine.length)
    throw new Problem(
      `${provider} has no key ${fingerprint}; list its keys with \`${mailfoldCommand('secrets list', target)}\``,
      exitCodes.no,
    );
  if (left.length === 0 && !options.evenTheLast)
    throw new Problem(
      `${fingerprint} is the only key of ${provider}: without it, all its webhooks get a 503; add --even-the-last to remove it anyway`,
      exitCodes.no,
    );
  await writeKeys(target, withKeys(keys, provider, left));
  if (options.json) printJson(terminal, { provider, fingerprint, keys: left.length });
  else print(terminal, `Removed key ${fingerprint}; ${provider} has ${countOf(left.length, 'key')} left.`);
  return 0;
}

function withKeys(keys: KeysByProvider, provider: string, left: readonly string[]): KeysByProvider {
  const { [provider]: _, ...others } = keys;
  return left.length === 0 ? others : { ...others, [provider]: left };
}
