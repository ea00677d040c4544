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
/** The best of (a), and those that the goals are about; where there is nothing new to learn of the others. */
const some: readonly Name[] = ['ours', 'a16', 'b', 'c', 'e'];

type Figures = Partial<Record<Name, { perCpuSecond: number; perSecond: number; byRound: readonly number[] }>>;

/** A contender is warm once it has worked for so long: counted in events, those with many calls would be warm sooner. */
const warmUpMicros = 3_000_000;
/** Likewise everyone works for about so long in a round: what the machine does meanwhile weighs the same for all. */
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

/** Every contender in a process of its own, taking turns; the median of the rounds. */
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

/** Our rate as a multiple of the other's, compared round by round: what the machine did meanwhile, it did to both. */
function ratioTo({ ours, ...others }: Figures, name: Name): number {
  const theirs = name === 'ours' ? ours : others[name];
  return median((ours?.byRound ?? []).map((rate, round) => rate / (theirs?.byRound[round] ?? Number.NaN)));
}

export async function consumer(): Promise<Report> {
  const stub = await startEngine('stub');
  const posts = await race(stub, 'posts', 7);
  const backlog = await race(stub, 'backlog', 3, some);
  const trickle = await race(stub, 'trickle', 2, some);
  await stub.stop();
  const local = await startEngine('dynamodb-local');
  const real = await race(local, 'posts', 2, some);
  await local.stop();
  return {
    title: 'Consumer',
    about:
      'From a batch of queue messages to the last write: reading, normalising, folding, packing and storing, with log and metrics for ours. Everyone but (e) does all of it and writes the same rows. CPU time of the process, DynamoDB in another one.',
    tables: [
      asTable(
        'A stub that answers in 5 ms; posts of 100 events, each of another message, so that nothing can be folded',
        posts,
      ),
      asTable(
        'The same stub; the mix of providers and lives, and a consumer that is behind: batches of 100 messages',
        backlog,
      ),
      asTable('The same stub; the mix as it trickles in, some four messages in a batch', trickle),
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
