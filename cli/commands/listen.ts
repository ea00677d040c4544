import { InvalidArgumentError, Option } from 'commander';
import type { OutgoingWebhook } from '../../app/ports/webhooks.ts';
import { announcedTypes } from '../../core/announced-types.ts';
import { newSecret } from '../../fanout/endpoint-secrets.ts';
import { type MakeCommand, positiveNumber, type StackOptions } from '../command.ts';
import { expectedOneOf } from '../did-you-mean.ts';
import type { Feed } from '../listen/feed.ts';
import { type Forwarded, forward, posterTo } from '../listen/forward.ts';
import { streamFeed } from '../listen/stream-feed.ts';
import { exitCodes, Problem } from '../problem.ts';
import { suggest } from '../suggested.ts';
import { openTarget, type Target } from '../target.ts';
import { showTime } from '../ui/moments.ts';
import { paint, print, type Terminal } from '../ui/terminal.ts';
import { outcomeOf } from '../webhooks/attempt-words.ts';

type ListenOptions = StackOptions & {
  readonly forward: string;
  readonly types?: readonly string[];
  readonly secret?: string;
  readonly count?: number;
};

export const listenCommand: MakeCommand = (command, { terminal, finish }) =>
  command
    .withExamples([
      'listen --forward http://localhost:3000/hooks',
      'listen --forward http://localhost:3000/hooks --types email.bounced,email.complained --stack Mailfold',
    ])
    .requiredOption('--forward <url>', 'where to post each event')
    .addOption(
      suggest(
        new Option('--types <list>', 'only these types, separated by commas').argParser(typesIn),
        announcedTypes,
      ),
    )
    .option('--secret <whsec>', 'sign with this secret instead of a new one', whsec)
    .option('--count <n>', 'stop after this number of events', positiveNumber)
    .withStack()
    .withJson()
    .addHelpText(
      'after',
      '\nPrints a secret, and posts each new event as a webhook that is signed with it. What is not\nanswered with 2xx is posted again, up to five times. With --stack, a rule and a queue are\nmade on the event bus of the stack (setting eventBus), and removed at the end.',
    )
    .action((options: ListenOptions) => finish(listen(options, terminal)));

async function listen(options: ListenOptions, terminal: Terminal): Promise<number> {
  const target = await openTarget(options);
  const url = forwardUrl(options.forward);
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  // Before anything is made that has to be removed.
  for (const signal of stopSignals) process.on(signal, stop);
  const feed = await feedOf(target, options);
  try {
    return await forwardAll(feed, url, options, stopping, terminal);
  } finally {
    await feed.close();
    for (const signal of stopSignals) process.off(signal, stop);
  }
}

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

async function feedOf(target: Target, { types }: ListenOptions): Promise<Feed> {
  if (target.isLocal) return streamFeed(target, types);
  // Loaded only here: most people listen to the local stack.
  return (await import('../listen/bus-feed.ts')).busFeed(target, types);
}

async function forwardAll(
  feed: Feed,
  url: URL,
  { secret = newSecret(), count = Number.POSITIVE_INFINITY, json }: ListenOptions,
  stopping: AbortController,
  terminal: Terminal,
): Promise<number> {
  const post = posterTo(url);
  const show = json ? jsonLine : answerLine;
  const sayReady = () => {
    if (json) print(terminal, JSON.stringify({ secret, from: feed.from, to: url.href }));
    else
      print(
        terminal,
        `Secret: ${secret}`,
        paint('dim', `Forwarding events of ${feed.from} to ${url.href} … (Ctrl-C to stop)`, terminal),
      );
  };
  const sum = { begun: 0, done: 0, lost: 0 };
  const handle = async (webhook: OutgoingWebhook) => {
    sum.begun += 1;
    if (sum.begun > count) return;
    const isTaken = await forward(webhook, { url, secret, post }, (each) =>
      print(terminal, show(each, terminal)),
    );
    sum.done += 1;
    if (!isTaken) sum.lost += 1;
    if (sum.done >= count) stopping.abort();
  };
  await feed.run(handle, stopping.signal, sayReady);
  return sum.lost === 0 ? 0 : exitCodes.no;
}

function answerLine(forwarded: Forwarded, terminal: Terminal): string {
  const { type, id, attempt, millis, answer, next } = forwarded;
  const outcome = paint(next === 'delivered' ? 'green' : 'red', outcomeOf(forwarded), terminal);
  const again = attempt > 1 ? `, attempt ${attempt}` : '';
  const said = next !== 'delivered' && answer ? `: ${answer}` : '';
  return `${showTime(new Date())}  ${type}  ${id}  ${outcome}${again}, ${millis} ms${said}`;
}

function jsonLine(forwarded: Forwarded): string {
  return JSON.stringify(forwarded);
}

function forwardUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new Problem('--forward: expected a URL such as http://localhost:3000/hooks', exitCodes.usage);
}

function typesIn(text: string): string[] {
  const types = text.split(',').map((type) => type.trim());
  for (const type of types)
    if (!announcedTypes.some((known) => known === type))
      throw new InvalidArgumentError(`unknown type "${type}"; ${expectedOneOf(type, announcedTypes)}`);
  return types;
}

function whsec(text: string): string {
  if (/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/.test(text)) return text;
  throw new InvalidArgumentError('expected a secret that begins with whsec_, from an earlier run');
}
