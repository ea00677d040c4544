import type { ApiCall, Connection } from '../../providers/connection.ts';
import { connectionOf, namesWithConnection } from '../../providers/connections.ts';
import { manifestOf } from '../../providers/manifests.ts';
import { type MakeCommand, positiveNumber, type StackOptions } from '../command.ts';
import { type ApiClient, apiClient } from '../connect/api-client.ts';
import { type Connected, connectProvider } from '../connect/connect-provider.ts';
import { givenOptions, providerOptions } from '../connect/given-options.ts';
import { type TestOutcome, testWebhook } from '../connect/test-webhook.ts';
import { expectedOneOf } from '../did-you-mean.ts';
import { providerArgument, webhookUrlOf } from '../given.ts';
import { mailfoldCommand } from '../next-commands.ts';
import { exitCodes, Problem } from '../problem.ts';
import { addKey } from '../secrets/add-key.ts';
import { openProviderSecret } from '../secrets/provider-secret.ts';
import { readKey } from '../secrets/read-key.ts';
import { openTarget, type Target } from '../target.ts';
import { callLines, testLines } from '../ui/connect-lines.ts';
import { print, printError, printJson, type Terminal } from '../ui/terminal.ts';
import { countOf } from '../ui/text.ts';

type ConnectOptions = StackOptions & {
  readonly url?: string;
  readonly api?: string;
  readonly keyFile?: string;
  readonly dryRun?: boolean;
  readonly replace?: boolean;
  readonly test: boolean;
  readonly timeout: number;
};

const [example] = namesWithConnection;

export const connectCommand: MakeCommand = (command, { terminal, finish }) => {
  command
    .withExamples([
      `connect ${example} --stack Mailfold`,
      `connect ${example} --stack Mailfold --dry-run --key-file api-key.txt`,
    ])
    .addArgument(providerArgument('<provider>', { names: namesWithConnection }));
  for (const option of providerOptions) command.addOption(option);
  return command
    .option('--key-file <file>', 'file with the key of the provider’s API (default: environment, or typed)')
    .option('--api <url>', 'another address of the provider’s API, such as that of its EU region')
    .option('--url <url>', 'public URL of the webhook, if it is another one: of a proxy, or of a tunnel')
    .option('--replace', 'replace another URL, where the provider takes only one')
    .option('--dry-run', 'show the requests that would change something, and do not send them')
    .option('--no-test', 'do not ask the provider for a test event')
    .option('--timeout <seconds>', 'how long to wait for the test event', positiveNumber, 60)
    .withStack()
    .withJson()
    .addHelpText('after', help)
    .action((provider: string, options: ConnectOptions) => finish(connect(provider, options, terminal)));
};

async function connect(provider: string, options: ConnectOptions, terminal: Terminal): Promise<number> {
  const target = await openTarget(options);
  const connection = await connectionOf(provider);
  if (!connection)
    throw new Problem(
      `${provider} cannot be connected by this command: ${expectedOneOf(provider, namesWithConnection)}; the steps by hand: ${mailfoldCommand(`urls ${provider}`, target)}`,
      exitCodes.usage,
    );
  const title = manifestOf(provider)?.title ?? provider;
  const wish = {
    title,
    url: publicUrl(provider, title, options, target),
    options: givenOptions(connection, options as object as Readonly<Record<string, unknown>>, title),
    replace: options.replace ?? false,
    dryRun: options.dryRun ?? false,
  };
  const api = await apiOf(connection, title, options, terminal);
  const calls: { readonly call: ApiCall; readonly does: string }[] = [];
  const connected = await connectProvider(connection, wish, {
    api,
    storedKeys: (await openProviderSecret(target)).keys.get(provider) ?? [],
    storeKey: async (key) => (await addKey(provider, key, target)).fingerprint,
    askForKey: async (where) =>
      process.stdin.isTTY
        ? readKey(undefined, `Key of the webhook (${title}: ${where})`, terminal)
        : undefined,
    onCall(call, does) {
      calls.push({ call, does });
      if (!options.json)
        print(terminal, ...callLines(call, does, { masked: api.masked, withBody: wish.dryRun }, terminal));
    },
  });
  if (wish.dryRun) return showDryRun(calls, api, options, terminal);
  const test = await testOf(connection, connected, { provider, target, api }, options);
  return show({ provider, connection, connected, test, target }, options, terminal);
}

/** A provider cannot reach this machine. */
function publicUrl(provider: string, title: string, { url }: ConnectOptions, target: Target): string {
  const own = webhookUrlOf(provider, target);
  if (url !== undefined) {
    if (!URL.canParse(url)) throw new Problem(`--url: expected a URL such as ${own}`, exitCodes.usage);
    return url;
  }
  if (target.isLocal)
    throw new Problem(
      `${title} cannot reach ${own}, which is on this machine; connect a deployed stack with --stack NAME, or pass the public URL of a tunnel with --url`,
      exitCodes.usage,
    );
  return own;
}

async function apiOf(
  { apiKey, apiUrl, headersOf }: Connection,
  title: string,
  { keyFile, api }: ConnectOptions,
  terminal: Terminal,
): Promise<ApiClient> {
  const inEnvironment = keyFile === undefined ? process.env[apiKey.variable] : undefined;
  const key = (inEnvironment ?? (await readKey(keyFile, `${title}: ${apiKey.looksLike}`, terminal))).trim();
  if (key === '')
    throw new Problem(
      `expected ${apiKey.looksLike}, found nothing; set ${apiKey.variable}, pass a file with --key-file, or type it`,
      exitCodes.usage,
    );
  return apiClient({ url: api ?? apiUrl, headers: headersOf(key), apiKey: key });
}

async function testOf(
  connection: Connection,
  { id, key, wish }: Connected,
  about: { readonly provider: string; readonly target: Target; readonly api: ApiClient },
  { test, timeout }: ConnectOptions,
): Promise<TestOutcome> {
  // Without a key, every event is refused.
  if (!test || key === undefined) return { type: 'not-sent' };
  return testWebhook(connection, { id: id ?? '', wish }, { ...about, timeoutSeconds: timeout });
}

function showDryRun(
  calls: readonly { readonly call: ApiCall; readonly does: string }[],
  api: ApiClient,
  { json }: ConnectOptions,
  terminal: Terminal,
): number {
  if (json) printJson(terminal, JSON.parse(api.masked(JSON.stringify({ requests: calls }))));
  else print(terminal, 'Nothing was changed: this was a dry run.');
  return 0;
}

type Shown = {
  readonly provider: string;
  readonly connection: Connection;
  readonly connected: Connected;
  readonly test: TestOutcome;
  readonly target: Target;
};

function show(
  { provider, connection, connected, test, target }: Shown,
  { json }: ConnectOptions,
  terminal: Terminal,
): number {
  const { created, updated, key, id, wish } = connected;
  const isGood = key !== undefined && (test.type === 'not-sent' || ('isGood' in test && test.isGood));
  if (json) printJson(terminal, { provider, url: wish.url, id, created, updated, key, test });
  else {
    const done = [
      ...(created > 0 ? [`${countOf(created, 'webhook')} created`] : []),
      ...(updated > 0 ? [`${countOf(updated, 'webhook')} updated`] : []),
    ];
    print(terminal, `${done.join(', ')} for ${wish.url}`);
    if (key !== undefined) print(terminal, `Its key is stored: ${key}`);
    print(terminal, ...testLines(test, connection, mailfoldCommand(`watch ${provider}`, target), terminal));
  }
  if (key === undefined && connection.key.source === 'told')
    printError(
      terminal,
      `the provider does not tell the key of the webhook${untilThen(connection, mailfoldCommand(`secrets set ${provider}`, target))}; it is under ${connection.key.isAt}`,
    );
  return isGood ? 0 : exitCodes.no;
}

function untilThen({ enable }: Connection, setKey: string): string {
  return enable
    ? ', which stays switched off: run this command again at a terminal, where it asks for the key'
    : `, and its events get a 503 until you set it: \`${setKey}\``;
}

const help = `
Creates the webhook with all events, or updates the one with this URL, stores the key that its
requests are verified with, and waits for the provider's test event. The key of the provider's
API is used for these requests alone: it is neither stored nor shown.`;
