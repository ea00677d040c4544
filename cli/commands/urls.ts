import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { webhookUrlOutput } from '../../lib/outputs.ts';
import { exampleProvider, providerNames } from '../../providers/manifests.ts';
import { command, type MakeCommand, type StackOptions } from '../command.ts';
import { openTarget } from '../target.ts';
import { paint, print, printJson, type Terminal } from '../ui/terminal.ts';

export const urlsCommand: MakeCommand = ({ terminal, finish }) =>
  command('urls', 'what to paste where, per provider', ['urls', `urls ${exampleProvider} --stack Mailfold`])
    .argument('[provider]', 'only this one, with all its steps')
    .withStack()
    .withJson()
    .action((provider: string | undefined, options: StackOptions) =>
      finish(urls(provider, options, terminal)),
    );

async function urls(
  provider: string | undefined,
  options: StackOptions,
  terminal: Terminal,
): Promise<number> {
  const target = await openTarget(options);
  const wanted = provider === undefined ? providerNames : [provider];
  const listed = wanted.map((name) => ({ provider: name, url: target.output(webhookUrlOutput(name)) }));
  if (options.json) printJson(terminal, listed);
  for (const { provider: name, url } of options.json ? [] : listed) {
    print(terminal, `${paint('bold', name, terminal)}  ${url}`);
    const steps = stepsOf(name);
    // With all providers on the screen, the first step says where to go.
    print(
      terminal,
      ...(provider === undefined ? steps.slice(0, 1) : steps).map((step) =>
        paint('dim', `  ${step}`, terminal),
      ),
    );
  }
  return 0;
}

/** The numbered steps of the provider's own guide: told in one place only. */
function stepsOf(provider: string): string[] {
  const guide = fileURLToPath(new URL(`../../providers/${provider}/README.md`, import.meta.url));
  if (!existsSync(guide)) return [];
  const [, setUp = ''] = /\n## Set-up[^\n]*\n([\s\S]*?)\n## /.exec(readFileSync(guide, 'utf8')) ?? [];
  const paragraphs = setUp.replace(/\n {2,}/g, ' ').split('\n');
  const steps = paragraphs.filter((line) => /^\d+\. /.test(line));
  return (steps.length > 0 ? steps : paragraphs.filter((line) => line.trim() !== '').slice(0, 1)).map(
    (line) => line.trim(),
  );
}
