import { keysKeptSeconds } from '../../../providers/keys-kept.ts';
import { exampleProvider, namesWithSecret } from '../../../providers/manifests.ts';
import type { MakeCommand, StackOptions } from '../../command.ts';
import { mustBeSender, providerArgument } from '../../given.ts';
import { mailfoldCommand } from '../../next-commands.ts';
import { exitCodes, Problem } from '../../problem.ts';
import { fingerprintOf, openProviderSecret } from '../../secrets/provider-secret.ts';
import { openTarget } from '../../target.ts';
import { confirm } from '../../ui/confirm.ts';
import { showMoment } from '../../ui/moments.ts';
import { print, printJson, type Terminal } from '../../ui/terminal.ts';
import { countOf } from '../../ui/text.ts';

type RetireOptions = StackOptions & { readonly yes?: boolean };

export const retireCommand: MakeCommand = (command, { terminal, finish }) =>
  command
    .withExamples([
      `secrets retire ${exampleProvider} 3f9a0c1d2e4b`,
      `secrets retire ${exampleProvider} 3f9a0c1d2e4b --yes --stack Mailfold`,
    ])
    .addArgument(providerArgument('<provider>', { names: namesWithSecret }))
    .argument('<fingerprint>', 'fingerprint of the key, from `secrets list`')
    .withYes('do not ask before removing the only key; required for it in scripts')
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
  const secret = await openProviderSecret(target);
  // A key can also be left from a source that the stack no longer has.
  if (!secret.keys.has(provider)) mustBeSender(provider, target);
  const mine = secret.keys.get(provider) ?? [];
  const left = mine.filter((key) => fingerprintOf(key) !== fingerprint);
  if (left.length === mine.length)
    throw new Problem(
      `${provider} has no key ${fingerprint}; list its keys with \`${mailfoldCommand('secrets list', target)}\``,
      exitCodes.no,
    );
  if (left.length === 0)
    await confirm(
      `${fingerprint} is the only key of ${provider}: without it, all its webhooks get a 503.`,
      options,
      terminal,
    );
  await secret.store(provider, left);
  const validUntil = new Date(Date.now() + keysKeptSeconds * 1_000);
  if (options.json) printJson(terminal, { provider, fingerprint, keys: left.length, validUntil });
  else
    print(
      terminal,
      `Removed key ${fingerprint}; ${provider} has ${countOf(left.length, 'key')} left.`,
      `Webhooks signed with it may be accepted until ${showMoment(validUntil)}: the receiver keeps keys for ${keysKeptSeconds / 60} minutes.`,
    );
  return 0;
}
