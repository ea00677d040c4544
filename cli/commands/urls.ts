import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleProvider, providerNames } from '../../providers/manifests.ts';
import type { MakeCommand, StackOptions } from '../command.ts';
import { providerArgument, webhookUrlOf } from '../given.ts';
import { projectFolder } from '../project-folder.ts';
import { openTarget } from '../target.ts';
import { paint, print, printJson, type Terminal } from '../ui/terminal.ts';

export const urlsCommand: MakeCommand = (command, { terminal, finish }) =>
  command
    .withExamples(['urls', `urls ${exampleProvider} --stack Mailfold`])
    .addArgument(providerArgument('[provider]', { does: 'show only this provider, with all steps' }))
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
  const listed = wanted.map((name) => ({ provider: name, url: webhookUrlOf(name, target) }));
  if (options.json) printJson(terminal, listed);
  for (const { provider: name, url } of options.json ? [] : listed) {
    print(terminal, `${paint('bold', name, terminal)}  ${url}`);
    const steps = stepsOf(name);
    // In the list of all providers, the first step says where to start.
    print(
      terminal,
      ...(provider === undefined ? steps.slice(0, 1) : steps).map((step) =>
        paint('dim', `  ${step}`, terminal),
      ),
    );
  }
  return 0;
}

/** The numbered steps in the README of the provider, so that they are written in one place only. */
function stepsOf(provider: string): string[] {
  const guide = join(projectFolder, 'providers', provider, 'README.md');
  if (!existsSync(guide)) return [];
  const [, setUp = ''] = /\n## Set-up[^\n]*\n([\s\S]*?)\n## /.exec(readFileSync(guide, 'utf8')) ?? [];
  const paragraphs = setUp
    .split(/\n(?=\d+\. )|\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .filter(Boolean);
  const steps = paragraphs.filter((paragraph) => /^\d+\. /.test(paragraph));
  // A guide without numbered steps begins with the whole set-up in one paragraph.
  return steps.length > 0 ? steps : paragraphs.slice(0, 1);
}
