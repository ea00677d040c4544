import { webhookUrlOutput } from '../../lib/outputs.ts';
import { exampleProvider, manifestOf, namesWithSecret } from '../../providers/manifests.ts';
import { command, type MakeCommand, type StackOptions } from '../command.ts';
import { exitCodes, Problem } from '../problem.ts';
import { problemOfKey } from '../secrets/key-form.ts';
import { fingerprintOf, type KeysByProvider, readKeys, writeKeys } from '../secrets/provider-secret.ts';
import { readKey } from '../secrets/read-key.ts';
import { openTarget, type Target } from '../target.ts';
import { print, printJson, type Terminal, table } from '../ui/terminal.ts';

export const secretsCommand: MakeCommand = ({ terminal, finish }) => {
  const set = command('set', 'add a key beside those that are there', [
    `secrets set ${exampleProvider}`,
    `secrets set ${exampleProvider} --file key.txt --stack Mailfold`,
    `pass show ${exampleProvider} | mailfold secrets set ${exampleProvider} --stack Mailfold`,
  ])
    .argument('<provider>', namesWithSecret.join(', '))
    .option('--file <file>', 'read the key from a file; else from standard input, or typed without echo')
    .withStack()
    .withJson()
    .action((provider: string, options: StackOptions & { file?: string }) =>
      finish(setKey(provider, options, terminal)),
    );
  const list = command('list', 'providers and the fingerprints of their keys, never the keys', [
    'secrets list',
    'secrets list --stack Mailfold --json',
  ])
    .withStack()
    .withJson()
    .action((options: StackOptions) => finish(listKeys(options, terminal)));
  const retire = command('retire', 'take a key out once nothing is signed with it any more', [
    `secrets retire ${exampleProvider} 3f9a0c1d2e4b`,
    `secrets retire ${exampleProvider} 3f9a0c1d2e4b --even-the-last --stack Mailfold`,
  ])
    .argument('<provider>')
    .argument('<fingerprint>', 'as `secrets list` shows it')
    .option('--even-the-last', 'although no webhook of this provider can be checked afterwards')
    .withStack()
    .withJson()
    .action((provider: string, fingerprint: string, options: StackOptions & { evenTheLast?: boolean }) =>
      finish(retireKey(provider, fingerprint, options, terminal)),
    );
  return command('secrets', 'the keys that webhooks are checked with', [
    `secrets set ${exampleProvider}`,
    'secrets list',
  ])
    .addCommand(set)
    .addCommand(list)
    .addCommand(retire);
};

async function setKey(
  provider: string,
  options: StackOptions & { file?: string },
  terminal: Terminal,
): Promise<number> {
  const target = await openTarget(options);
  checkName(provider, target);
  const key = await readKey(options.file, `Key of ${provider}`, terminal);
  const problem = key === '' ? 'expected a key, found nothing' : await problemOfKey(provider, key);
  if (problem) throw new Problem(`${problem}; nothing was changed`, exitCodes.no);
  const keys = await readKeys(target);
  const mine = keys[provider] ?? [];
  const isThere = mine.includes(key);
  if (!isThere) await writeKeys(target, { ...keys, [provider]: [...mine, key] });
  const summary = {
    provider,
    fingerprint: fingerprintOf(key),
    added: !isThere,
    keys: isThere ? mine.length : mine.length + 1,
  };
  if (options.json) printJson(terminal, summary);
  else if (isThere)
    print(terminal, `${provider} has the key ${summary.fingerprint} already; nothing was changed`);
  else
    print(
      terminal,
      `${provider} has ${summary.keys} key${summary.keys === 1 ? '' : 's'} now; the new one is ${summary.fingerprint}`,
      'The receiver uses it at the next signature that does not match, or within five minutes.',
    );
  return 0;
}

async function listKeys(options: StackOptions, terminal: Terminal): Promise<number> {
  const keys = await readKeys(await openTarget(options));
  const listed = Object.entries(keys).map(([provider, texts]) => ({
    provider,
    fingerprints: texts.map(fingerprintOf),
  }));
  if (options.json) printJson(terminal, listed);
  else if (listed.length === 0) print(terminal, 'No keys are set.');
  else
    print(
      terminal,
      ...table(listed.map(({ provider, fingerprints }) => [provider, fingerprints.join('  ')])),
    );
  return 0;
}

async function retireKey(
  provider: string,
  fingerprint: string,
  options: StackOptions & { evenTheLast?: boolean },
  terminal: Terminal,
): Promise<number> {
  const target = await openTarget(options);
  const keys = await readKeys(target);
  const mine = keys[provider] ?? [];
  const left = mine.filter((key) => fingerprintOf(key) !== fingerprint);
  if (left.length === mine.length) {
    throw new Problem(
      `${provider} has no key ${fingerprint}; \`secrets list\` shows those it has`,
      exitCodes.no,
    );
  }
  if (left.length === 0 && !options.evenTheLast) {
    throw new Problem(
      `${fingerprint} is the only key of ${provider}: without it all its webhooks get a 503; add --even-the-last if you mean it`,
      exitCodes.no,
    );
  }
  await writeKeys(target, withKeys(keys, provider, left));
  if (options.json) printJson(terminal, { provider, fingerprint, keys: left.length });
  else
    print(
      terminal,
      `${fingerprint} is out; ${provider} has ${left.length} key${left.length === 1 ? '' : 's'} left`,
    );
  return 0;
}

function withKeys(keys: KeysByProvider, provider: string, left: readonly string[]): KeysByProvider {
  const { [provider]: _, ...others } = keys;
  return left.length === 0 ? others : { ...others, [provider]: left };
}

function checkName(provider: string, target: Target): void {
  const manifest = manifestOf(provider);
  if (manifest?.key.source === 'setting') {
    throw new Problem(
      `${manifest.title} has no key in the secret: mailfold:${manifest.key.setting} lists what may post, and the stack’s own topic needs nothing`,
      exitCodes.usage,
    );
  }
  if (manifest) return;
  try {
    target.output(webhookUrlOutput(provider));
  } catch {
    throw new Problem(
      `no provider "${provider}" and no source of that name in this stack; there are ${namesWithSecret.join(', ')}`,
      exitCodes.usage,
    );
  }
}
