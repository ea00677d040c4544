import { randomInt } from 'node:crypto';
import { Option } from 'commander';
import { outputs } from '../../lib/outputs.ts';
import { exampleProvider, providerNames, topicProvider } from '../../providers/manifests.ts';
import { readEventKeys } from '../../store/event-keys.ts';
import type { MessageRowKey } from '../../store/keys.ts';
import { type MakeCommand, positiveNumber, share } from '../command.ts';
import { exitCodes } from '../problem.ts';
import { actorsFor, allProviders, namesIn } from '../storm/actors.ts';
import { type Delivery, deliveriesOf, type Weather } from '../storm/deliveries.ts';
import { randomFrom } from '../storm/random.ts';
import { reconcile } from '../storm/reconcile.ts';
import { type Answered, deliverAll } from '../storm/run.ts';
import { acceptedOf, isAccountedFor, summaryOf } from '../storm/summary.ts';
import { deadLetterCount, untilDrained } from '../storm/until-drained.ts';
import { suggest } from '../suggested.ts';
import { openTarget, type Target } from '../target.ts';
import { progress } from '../ui/progress.ts';
import { stormLines } from '../ui/storm-lines.ts';
import { print, printJson, type Terminal } from '../ui/terminal.ts';

type StormOptions = Omit<Weather, 'shuffle'> & {
  readonly providers: string;
  readonly shuffle?: boolean;
  readonly rate?: number;
  readonly seed?: number;
  readonly patience: number;
  readonly json?: boolean;
};

export const stormCommand: MakeCommand = (command, { terminal, finish }) =>
  command
    .withExamples([
      'storm --messages 200',
      'storm --messages 2000 --duplicates 0.3 --shuffle --poison 0.01 --forged 0.02',
      `storm --providers ${exampleProvider},${topicProvider.name} --messages 100`,
      'storm --messages 500 --rate 50 --seed 42 --json',
    ])
    .option('--messages <n>', 'number of messages, each with all its events', positiveNumber, 200)
    .addOption(
      suggest(
        new Option('--providers <names>', 'providers that send, separated by commas').default(allProviders),
        [allProviders, ...providerNames],
      ),
    )
    .option('--duplicates <share>', 'share of requests to send twice, from 0 to 1', share, 0)
    .option('--shuffle', 'send the requests in random order')
    .option('--poison <share>', 'share of requests to add with an unreadable body', share, 0)
    .option('--forged <share>', 'share of requests to add with a wrong signature', share, 0)
    .option('--rate <n>', 'requests per second, at most', positiveNumber)
    .option('--seed <n>', 'seed of an earlier storm, to send the same one again', positiveNumber)
    .option('--patience <seconds>', 'how long to wait for the queue to empty', positiveNumber, 900)
    .withJson()
    .action((options: StormOptions) => finish(storm(options, terminal)));

async function storm(options: StormOptions, terminal: Terminal): Promise<number> {
  const providers = namesIn(options.providers);
  // Always the local stack: only its keys are known.
  const target = await openTarget({});
  const seed = options.seed ?? randomInt(1, 2 ** 31);
  const start = new Date();
  const deadBefore = await deadLetterCount(target);

  const deliveries = await deliveriesFor({ ...options, seed, start }, providers);
  // Inventing and checking the events is not part of the storm.
  const sentFrom = Date.now();
  const answered = await sendAll(deliveries, options.rate, target, terminal);
  const poisonSent = acceptedOf('poison', answered).length;
  const settings = { deadBefore, poisonSent, patienceSeconds: options.patience };
  const storedAt = await untilDrained(target, settings, terminal);

  const expected = acceptedOf('genuine', answered).flatMap(({ delivery }) => delivery.expected);
  const account = reconcile(expected, await storedKeys(expected, target, terminal));
  const summary = summaryOf({
    seed,
    answered,
    eventsSent: expected.length,
    account,
    deadLettersAdded: (await deadLetterCount(target)) - deadBefore,
    seconds: (storedAt - sentFrom) / 1000,
  });
  const isWell = isAccountedFor(summary);
  if (options.json) printJson(terminal, { ...summary, lostRows: account.lost, doubledRows: account.doubled });
  else print(terminal, ...stormLines(summary, isWell, terminal));
  return isWell ? 0 : exitCodes.no;
}

async function deliveriesFor(
  { seed, start, ...options }: StormOptions & { readonly seed: number; readonly start: Date },
  providers: readonly string[],
): Promise<Delivery[]> {
  const weather = { ...options, shuffle: options.shuffle ?? false };
  const run = `storm-${seed}-${start.getTime().toString(36)}`;
  return deliveriesOf(weather, await actorsFor(providers), run, start, randomFrom(seed));
}

async function sendAll(
  deliveries: readonly Delivery[],
  rate: number | undefined,
  target: Target,
  terminal: Terminal,
): Promise<Answered[]> {
  const sending = progress('sending ', deliveries.length, terminal);
  const answered = await deliverAll(deliveries, target, rate, () => sending.advance());
  sending.end();
  return answered;
}

/** The keys of all stored event rows of the messages that were sent. */
async function storedKeys(
  expected: readonly MessageRowKey[],
  target: Target,
  terminal: Terminal,
): Promise<MessageRowKey[]> {
  const messageIds = [...new Set(expected.map(({ messageId }) => messageId))];
  const reading = progress('checking', messageIds.length, terminal);
  const table = target.output(outputs.messagesTableName);
  const keys = await readEventKeys(target.dynamoDb, table, messageIds, () => reading.advance());
  reading.end();
  return keys;
}
