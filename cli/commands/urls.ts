import { outputs, webhookUrlOutput } from '../../lib/outputs.ts';
import { namesWithConnection } from '../../providers/connections.ts';
import type { ProviderManifest } from '../../providers/manifest.ts';
import { exampleProvider, manifestOf, providerNames, sourceProvider } from '../../providers/manifests.ts';
import { profileOf } from '../../providers/profiles.ts';
import type { MakeCommand, StackOptions } from '../command.ts';
import { namedSources, providerArgument, webhookUrlOf } from '../given.ts';
import { mailfoldCommand } from '../next-commands.ts';
import { type SetupGuide, setupGuides } from '../setup-guide.ts';
import { openTarget, type Target } from '../target.ts';
import { stepLines } from '../ui/markdown-lines.ts';
import { paint, print, printJson, type Terminal, table } from '../ui/terminal.ts';

export const urlsCommand: MakeCommand = (command, { terminal, finish }) =>
  command
    .withExamples(['urls', `urls ${exampleProvider} --stack Mailfold`, 'urls --json'])
    .addArgument(providerArgument('[provider]', { does: 'show only this provider, with all steps' }))
    .withStack()
    .withJson()
    .action((provider: string | undefined, options: StackOptions) =>
      finish(urls(provider, options, terminal)),
    );

/** Where the events of a provider go. */
type Entrance = {
  readonly provider: string;
  /** A provider that publishes to the stack's topic has one only for topics of other accounts and regions. */
  readonly url?: string;
  /** Only for a provider that publishes to the stack's topic. */
  readonly topicArn?: string;
  readonly configurationSet?: string;
};

async function urls(
  provider: string | undefined,
  options: StackOptions,
  terminal: Terminal,
): Promise<number> {
  const target = await openTarget(options);
  const wanted = provider === undefined ? inUse(target) : [provider];
  const entrances = wanted.map((name) => entranceOf(name, target));
  const [only] = entrances;
  if (options.json) printJson(terminal, entrances);
  else if (provider !== undefined && only) showOne(only, target, terminal);
  else showAll(entrances, target, terminal);
  return 0;
}

function inUse(target: Target): string[] {
  const names = providerNames.filter(
    (name) => isTopicProvider(name) || target.hasOutput(webhookUrlOutput(name)),
  );
  return [...names, ...namedSources(target)];
}

function isTopicProvider(name: string): boolean {
  return manifestOf(name)?.transport === 'topic';
}

function entranceOf(provider: string, target: Target): Entrance {
  if (!isTopicProvider(provider)) return { provider, url: webhookUrlOf(provider, target) };
  const url = webhookUrlOutput(provider);
  const set = outputs.sesConfigurationSetName;
  return {
    provider,
    ...(target.hasOutput(url) && { url: target.output(url) }),
    topicArn: target.output(outputs.sesTopicArn),
    ...(target.hasOutput(set) && { configurationSet: target.output(set) }),
  };
}

function showAll(entrances: readonly Entrance[], target: Target, terminal: Terminal): void {
  const rows = entrances.flatMap(({ provider, url, topicArn }) =>
    [topicArn, url]
      .filter((each) => each !== undefined)
      .map((each, index) => [index === 0 ? provider : '', each]),
  );
  print(
    terminal,
    ...table(rows),
    '',
    paint('dim', `Where to enter one: ${mailfoldCommand('urls PROVIDER', target)}`, terminal),
  );
}

function showOne(entrance: Entrance, target: Target, terminal: Terminal): void {
  const { provider, url, topicArn, configurationSet } = entrance;
  const manifest = manifestOf(provider) ?? sourceProvider;
  const guides = setupGuides(manifest.name).map((guide) => named(guide, manifest.name, provider));
  if (!topicArn) {
    // Alone on its line, so that it is easy to copy.
    print(terminal, url ?? '', '', ...guides.flatMap((guide) => lines(guide, target)));
    if (namesWithConnection.includes(provider)) print(terminal, '', byCommand(provider, target, terminal));
    return;
  }
  const [own, others] = guides;
  const heading = (guide: SetupGuide | undefined) =>
    paint('bold', `${manifest.title}${guide?.when ?? ''}`, terminal);
  print(
    terminal,
    heading(own),
    ...table([
      ['topic', topicArn],
      ['configuration set', configurationSet ?? 'none; step 1 creates one'],
    ]),
    '',
    ...(own ? lines(own, target) : []),
    '',
    heading(others),
    url ?? noUrl(manifest),
    '',
    ...(others ? lines(others, target) : []),
  );
}

function byCommand(provider: string, target: Target, terminal: Terminal): string {
  return paint('dim', `Or by one command: ${mailfoldCommand(`connect ${provider}`, target)}`, terminal);
}

/** What has to be set before there is a URL. */
function noUrl({ name, key }: ProviderManifest): string {
  return key.source === 'setting'
    ? `no URL yet: list ${profileOf(name)?.keyLooksLike} in the setting ${key.setting}`
    : '';
}

/** A source that the operator has named has the guide of the provider whose code serves it. */
function named(guide: SetupGuide, guideOf: string, provider: string): SetupGuide {
  const steps = guide.steps.map((step) =>
    step
      .replaceAll(webhookUrlOutput(guideOf), webhookUrlOutput(provider))
      .replaceAll(`secrets set ${guideOf}`, `secrets set ${provider}`),
  );
  return { ...guide, steps };
}

function lines({ steps }: SetupGuide, target: Target): string[] {
  return steps.flatMap((step, index) => stepLines(withValues(step, target), index + 1));
}

/** The step with the values of this stack in place of the names of its outputs, and with commands that choose this stack. */
function withValues(step: string, target: Target): string {
  return step
    .replace(/(?:the )?`(\w+)`(?: that the deployment printed)?/g, (whole, name: string) => {
      if (target.hasOutput(name)) return `\`${target.output(name)}\``;
      return /^WebhookUrl/.test(name) ? 'the webhook URL that the deployment prints' : whole;
    })
    .replace(
      /`[^`]*mailfold(?: --)? ([^`]*) --stack Mailfold`/g,
      (_, words: string) => `\`${mailfoldCommand(words, target)}\``,
    );
}
