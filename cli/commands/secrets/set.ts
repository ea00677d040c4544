import { exampleProvider, manifestOf, namesWithSecret } from '../../../providers/manifests.ts';
import type { MakeCommand, StackOptions } from '../../command.ts';
import { mustBeSender, providerArgument } from '../../given.ts';
import { exitCodes, Problem } from '../../problem.ts';
import { type AddedKey, addKey } from '../../secrets/add-key.ts';
import { readKey } from '../../secrets/read-key.ts';
import { openTarget, type Target } from '../../target.ts';
import { print, printJson, type Terminal } from '../../ui/terminal.ts';
import { countOf } from '../../ui/text.ts';

type SetOptions = StackOptions & { readonly file?: string };

export const setCommand: MakeCommand = (command, { terminal, finish }) =>
  command
    .withExamples([
      `secrets set ${exampleProvider}`,
      `secrets set ${exampleProvider} --file key.txt --stack Mailfold`,
      `secrets set ${exampleProvider} --stack Mailfold < key.txt`,
    ])
    .addArgument(providerArgument('<provider>', { names: namesWithSecret }))
    .option('--file <file>', 'file with the key (default: standard input, or typed without echo)')
    .withStack()
    .withJson()
    .action((provider: string, options: SetOptions) => finish(set(provider, options, terminal)));

async function set(provider: string, options: SetOptions, terminal: Terminal): Promise<number> {
  const target = await openTarget(options);
  mustTakeKey(provider, target);
  const key = await readKey(options.file, `Key for ${provider}`, terminal);
  const summary = { provider, ...(await addKey(provider, key, target)) };
  if (options.json) printJson(terminal, summary);
  else show(summary, terminal);
  return 0;
}

type Summary = AddedKey & { readonly provider: string };

function show({ provider, fingerprint, added, keys }: Summary, terminal: Terminal): void {
  if (added)
    print(
      terminal,
      `Added key ${fingerprint}; ${provider} now has ${countOf(keys, 'key')}.`,
      'It works from the next webhook on.',
    );
  else print(terminal, `${provider} already has the key ${fingerprint}; nothing was changed.`);
}

function mustTakeKey(provider: string, target: Target): void {
  const manifest = manifestOf(provider);
  if (manifest?.key.source === 'setting')
    throw new Problem(
      `${manifest.title} has no key: the setting ${manifest.key.setting} lists the topics that may post; the stack’s own topic needs no entry`,
      exitCodes.usage,
    );
  // Anything else that has a webhook URL has a key.
  mustBeSender(provider, target);
}
