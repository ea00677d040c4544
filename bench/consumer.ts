import { type Child, startChild } from './child.ts';
import type { Answer, Order } from './consumer-worker.ts';
import { type Engine, startEngine } from './engines.ts';
import { median } from './measure.ts';
import { atLeast, type Report, type ReportTable, times } from './report.ts';

const contenders = {
  ours: 'Mailfold',
  a16: '(a) two conditional writes per event, one call each, 16 events at a time',
  a64: '(a) the same, 64 at a time',
  b: '(b) Powertools batch and idempotency around them',
  c: '(c) one TransactWriteItems per event',
  d: '(d) one event after the other, with await',
  e: '(e) the limit: bare BatchExecuteStatement calls of 25, made beforehand',
} as const;
type Name = keyof typeof contenders;
const everyone = Object.keys(contenders) as Name[];
/** Where the others would show nothing new: the best of (a), and those in the goals. */
const essential: readonly Name[] = ['ours', 'a16', 'b', 'c', 'e'];

type Figures = Partial<Record<Name, { perCpuSecond: number; perSecond: number; byRound: readonly number[] }>>;

/** CPU time to warm up. Time and not events: contenders with many calls per event would warm up sooner. */
const warmUpMicros = 3_000_000;
/** CPU time of each contender in a round, about the same for all: so is the influence of the machine. */
const roundMicros = 1_500_000;

type Racer = { readonly name: Name; readonly worker: Child; readonly size: number; readonly found: Answer[] };

async function warmUp(engine: Engine, name: Name, load: Order['load']): Promise<Racer> {
  const worker = startChild(new URL('./consumer-worker.ts', import.meta.url), [name], engine.env);
  await worker.next();
  let [worked, last] = [0, Number.NaN];
  for (let run = 0; worked < warmUpMicros; run += 1) {
    const order: Order = { load, size: 500, name: `${load}w${run}${name}` };
    const { cpuMicros, events } = await worker.ask<Answer>(order);
    worked += cpuMicros;
    last = cpuMicros / events;
  }
  return { name, worker, size: 100 * Math.max(1, Math.round(roundMicros / last / 100)), found: [] };
}

/** Runs every contender in its own process, in turns; takes the median of the rounds. */
async function race(
  engine: Engine,
  load: Order['load'],
  rounds: number,
  names: readonly Name[] = everyone,
): Promise<Figures> {
  const racers: Racer[] = [];
  for (const name of names) racers.push(await warmUp(engine, name, load));
  for (let round = 0; round < rounds; round += 1)
    for (const { name, worker, size, found } of racers)
      found.push(await worker.ask<Answer>({ load, size, name: `${load}${round}${name}` }));
  await Promise.all(racers.map(({ worker }) => worker.stop()));
  const figures = racers.map(({ name, found }) => {
    const rates = (micros: (answer: Answer) => number) =>
      found.map((answer) => (answer.events / micros(answer)) * 1_000_000);
    const byRound = rates(({ cpuMicros }) => cpuMicros);
    const perSecond = median(rates(({ wallMicros }) => wallMicros));
    return [name, { perCpuSecond: median(byRound), perSecond, byRound }];
  });
  return Object.fromEntries(figures);
}

function asTable(caption: string, figures: Figures): ReportTable {
  return {
    caption,
    head: ['', 'events per CPU second', 'µs CPU per event', 'events per second', 'Mailfold is'],
    rows: Object.entries(figures).map(([name, { perCpuSecond, perSecond }]) => [
      contenders[name as Name],
      Math.round(perCpuSecond).toLocaleString('en'),
      (1_000_000 / perCpuSecond).toFixed(0),
      Math.round(perSecond).toLocaleString('en'),
      name === 'ours' ? '' : times(ratioTo(figures, name as Name)),
    ]),
  };
}

/** Our rate as a multiple of the other's, compared within each round, where the machine was the same for both. */
function ratioTo({ ours, ...others }: Figures, name: Name): number {
  const theirs = name === 'ours' ? ours : others[name];
  return median((ours?.byRound ?? []).map((rate, round) => rate / (theirs?.byRound[round] ?? Number.NaN)));
}

export async function consumer(): Promise<Report> {
  const stub = await startEngine('stub');
  const posts = await race(stub, 'posts', 7);
  const backlog = await race(stub, 'backlog', 3, essential);
  const trickle = await race(stub, 'trickle', 2, essential);
  await stub.stop();
  const local = await startEngine('dynamodb-local');
  const real = await race(local, 'posts', 2, essential);
  await local.stop();
  return {
    title: 'Consumer',
    about:
      'From a batch of queue messages to the last write: reading, normalizing, folding, packing and storing; ours also logs and measures. All but (e) do all of it and write the same rows. CPU time of the process; DynamoDB runs in another one.',
    tables: [
      asTable(
        'A stub that answers in 5 ms; posts of 100 events of different messages, so that nothing can be folded',
        posts,
      ),
      asTable(
        'The same stub; the mix of providers, and a consumer that is behind: batches of 100 messages',
        backlog,
      ),
      asTable('The same stub; the mix in normal operation, about four messages in a batch', trickle),
      asTable('DynamoDB Local in memory, whose own speed is the limit; posts of 100 events', real),
    ],
    goals: [
      atLeast(
        'Events per CPU second against the best of (a), with nothing to fold',
        Math.min(ratioTo(posts, 'a16'), ratioTo(posts, 'a64')),
        6,
      ),
      atLeast('Against (b)', ratioTo(posts, 'b'), 10),
      atLeast('Against (e)', ratioTo(posts, 'e'), 0.6),
    ],
  };
}
