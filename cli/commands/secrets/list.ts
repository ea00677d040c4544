import type { MakeCommand, StackOptions } from '../../command.ts';
import { mailfoldCommand } from '../../next-commands.ts';
import { fingerprintOf, openProviderSecret } from '../../secrets/provider-secret.ts';
import { openTarget } from '../../target.ts';
import { print, printError, printJson, type Terminal, table } from '../../ui/terminal.ts';

export const listCommand: MakeCommand = (command, { terminal, finish }) =>
  command
    .withExamples(['secrets list', 'secrets list --stack Mailfold --json'])
    .withStack()
    .withJson()
    .action((options: StackOptions) => finish(list(options, terminal)));

async function list(options: StackOptions, terminal: Terminal): Promise<number> {
  const target = await openTarget(options);
  const { keys, broken } = await openProviderSecret(target);
  const listed = [...keys].map(([provider, each]) => ({
    provider,
    fingerprints: each.map(fingerprintOf),
    ...(broken.includes(provider) && { broken: true }),
  }));
  if (options.json) printJson(terminal, listed);
  else if (listed.length === 0)
    print(terminal, `No keys are set. Add one: ${mailfoldCommand('secrets set PROVIDER', target)}`);
  else
    print(
      terminal,
      ...table(listed.map(({ provider, fingerprints }) => [provider, fingerprints.join('  ')])),
    );
  for (const provider of broken)
    printError(
      terminal,
      `${provider}: its entry is not a string or a list of strings, so its webhooks get a 503; repair it: ${mailfoldCommand(`secrets set ${provider}`, target)}`,
    );
  return 0;
}
