import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { outputs } from '../../lib/outputs.ts';
import { manifests } from '../../providers/manifests.ts';
import { simulatorOf } from '../../providers/simulators.ts';
import { queueDepth } from '../../queue/queue-depth.ts';
import { readEventKeys } from '../../store/event-keys.ts';
import type { MessageRowKey } from '../../store/keys.ts';
import { command, type MakeCommand, positiveNumber, share } from '../command.ts';
import { signingKeyOf } from '../keys-of.ts';
import { exitCodes, Problem } from '../problem.ts';
import { type Actor, deliveriesOf, type Weather } from '../storm/deliveries.ts';
import { randomFrom } from '../storm/random.ts';
import { type Reconciliation, reconcile } from '../storm/reconcile.ts';
import { type Answered, deliverAll } from '../storm/run.ts';
import { openTarget, type Target } from '../target.ts';
import { progress } from '../ui/progress.ts';
import { paint, print, printJson, type Terminal, table } from '../ui/terminal.ts';

type StormOptions = Weather & {
  readonly rate?: number;
  readonly seed?: number;
  readonly patience: number;
  readonly json?: boolean;
};

export const stormCommand: MakeCommand = ({ terminal, finish }) =>
  command(
    'storm',
    'send messages through their whole lives, across all providers, and account for every event',
    [
      'storm --messages 200',
      'storm --messages 2000 --duplicates 0.3 --shuffle --poison 0.01 --forged 0.02',
      'storm --messages 500 --rate 50 --seed 42 --json',
    ],
  )
    .option('--messages <n>', 'how many', positiveNumber, 200)
    .option('--duplicates <share>', 'share of the requests that come twice', share, 0)
    .option('--shuffle', 'in no order at all', false)
    .option('--poison <share>', 'share of requests that nobody can read', share, 0)
    .option('--forged <share>', 'share of requests that are signed with another key, besides', share, 0)
    .option('--rate <n>', 'requests per second, at most', positiveNumber)
    .option('--seed <n>', 'the same storm again', positiveNumber)
    .option('--patience <seconds>', 'how long to wait for the queue to empty', positiveNumber, 900)
    .withJson()
    .action((options: StormOptions) => finish(storm(options, terminal)));

async function storm(options: StormOptions, terminal: Terminal): Promise<number> {
  // Only the local stack's providers can be played: nobody else has their keys.
  const target = await openTarget({});
  const seed = options.seed ?? randomInt(1, 2 ** 31);
  const start = new Date();
  const run = `storm-${seed}-${start.getTime().toString(36)}`;
  const deliveries = deliveriesOf(options, await actors(), run, start, randomFrom(seed));
  const deadBefore = await queueDepth(target.sqs, target.output(outputs.deadLetterQueueUrl));

  const sending = progress('sending ', deliveries.length, terminal);
  const answered = await deliverAll(deliveries, target, options.rate, () => sending.advance());
  sending.end();
  const poisonous = answered.filter(
    ({ delivery, status }) => delivery.sort === 'poison' && status === 200,
  ).length;
  const workedThroughAt = await untilDrained(
    target,
    { deadBefore, poisonous, patienceSeconds: options.patience },
    terminal,
  );

  const accepted = answered.filter(({ delivery, status }) => delivery.sort === 'genuine' && status === 200);
  const expected = accepted.flatMap(({ delivery }) => delivery.expected);
  const account = reconcile(expected, await storedKeys(expected, target, terminal));
  const deadAfter = await queueDepth(target.sqs, target.output(outputs.deadLetterQueueUrl));

  const summary = {
    seed,
    requests: answered.length,
    refusedGenuine: answered.filter(({ delivery, status }) => delivery.sort !== 'forged' && status !== 200)
      .length,
    eventsSent: expected.length,
    ...countsOf(account),
    poisonSent: poisonous,
    inDeadLetters: deadAfter - deadBefore,
    forgedSent: answered.filter(({ delivery }) => delivery.sort === 'forged').length,
    forgedAccepted: answered.filter(({ delivery, status }) => delivery.sort === 'forged' && status === 200)
      .length,
    eventsPerSecond: Math.round(expected.length / ((workedThroughAt - start.getTime()) / 1000)),
    receiverMilliseconds: percentiles(answered),
  };
  const isWell =
    account.lost.length === 0 &&
    account.doubled.length === 0 &&
    summary.forgedAccepted === 0 &&
    summary.refusedGenuine === 0 &&
    summary.inDeadLetters === summary.poisonSent;
  if (options.json) printJson(terminal, { ...summary, lostRows: account.lost, doubledRows: account.doubled });
  else show(summary, isWell, terminal);
  return isWell ? 0 : exitCodes.no;
}

/** The keys of all event rows of the messages that were sent. */
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

async function actors(): Promise<Actor[]> {
  const all = manifests.map(async ({ name: provider, transport }): Promise<Actor> => {
    const simulator = await simulatorOf(provider);
    if (!simulator) throw new Problem(`${provider} cannot be played`, exitCodes.failure);
    return {
      provider,
      transport,
      simulator,
      signingKey: transport === 'webhook' ? signingKeyOf(provider, undefined) : '',
    };
  });
  return Promise.all(all);
}

/** Waits until only dead letters are left, and answers with the time at which all that can be stored was. */
async function untilDrained(
  target: Target,
  {
    deadBefore,
    poisonous,
    patienceSeconds,
  }: { deadBefore: number; poisonous: number; patienceSeconds: number },
  terminal: Terminal,
): Promise<number> {
  const depth = () => queueDepth(target.sqs, target.output(outputs.eventsQueueUrl));
  const dead = async () =>
    (await queueDepth(target.sqs, target.output(outputs.deadLetterQueueUrl))) - deadBefore;
  const total = await depth();
  const draining = progress('draining', total, terminal);
  const end = Date.now() + patienceSeconds * 1000;
  let shown = 0;
  let workedThroughAt: number | undefined;
  for (;;) {
    const left = await depth();
    draining.advance(Math.max(0, total - left - shown));
    shown = Math.max(shown, total - left);
    // What is left of the poison keeps coming back until it is set aside; it is not work.
    if (left <= poisonous - (await dead())) workedThroughAt ??= Date.now();
    if (left === 0) break;
    if (Date.now() > end)
      throw new Problem(`the queue still holds ${left} messages after ${patienceSeconds} s`, exitCodes.no);
    await delay(200);
  }
  draining.end();
  return workedThroughAt ?? Date.now();
}

function countsOf({ events, lost, doubled }: Reconciliation) {
  return { eventsAccepted: events, lost: lost.length, doubled: doubled.length };
}

function percentiles(answered: readonly Answered[]): { p50: number; p99: number } {
  const posted = answered.filter(({ delivery }) => delivery.actor.transport === 'webhook');
  const sorted = posted.map(({ milliseconds }) => milliseconds).toSorted((one, other) => one - other);
  const at = (part: number) =>
    Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0) * 10) / 10;
  return { p50: at(0.5), p99: at(0.99) };
}

type Summary = Readonly<Record<string, number | { p50: number; p99: number }>>;

function show(summary: Summary, isWell: boolean, terminal: Terminal): void {
  const { p50, p99 } = summary['receiverMilliseconds'] as { p50: number; p99: number };
  const rows = [
    ['requests', `${summary['requests']}, of them ${summary['refusedGenuine']} genuine ones refused`],
    ['events', `${summary['eventsSent']} sent, ${summary['eventsAccepted']} distinct ones accepted`],
    ['lost', String(summary['lost'])],
    ['doubled', String(summary['doubled'])],
    ['poison', `${summary['poisonSent']} sent, ${summary['inDeadLetters']} in the dead letters`],
    ['forged', `${summary['forgedSent']} sent, ${summary['forgedAccepted']} accepted`],
    ['speed', `${summary['eventsPerSecond']} events per second`],
    ['receiver', `p50 ${p50} ms, p99 ${p99} ms`],
    ['seed', String(summary['seed'])],
  ];
  print(terminal, ...table(rows));
  const verdict = isWell
    ? paint('green', 'Every event is accounted for.', terminal)
    : paint('red', 'The accounts do not agree.', terminal);
  print(terminal, verdict);
}
