import { type Child, startChild } from './child.ts';
import type { Answer, Order } from './consumer-worker.ts';
import { type Engine, startEngine } from './engines.ts';
import { median } from './measure.ts';
import { atLeast, type Report, type ReportTable, times } from './report.ts';

const contenders = {
  ours: 'Mailfold',
  a8: '(a) two conditional writes per event, one call each, 8 events at a time',
  a16: '(a) the same, 16 at a time',
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

type Figures = Partial<Record<Name, { perCpuSecond: number; perSecond: number }>>;

/** Every contender in a process of its own, taking turns; the median of the rounds, of which the first only warms up. */
async function race(
  engine: Engine,
  order: Omit<Order, 'name'>,
  rounds: number,
  names: readonly Name[] = everyone,
): Promise<Figures> {
  const workers = new Map<Name, Child>();
  for (const name of names) {
    const worker = startChild(new URL('./consumer-worker.ts', import.meta.url), [name], engine.env);
    await worker.next();
    workers.set(name, worker);
  }
  const found = new Map<Name, Answer[]>(names.map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1)
    for (const [name, worker] of workers) {
      const answer = await worker.ask<Answer>({ ...order, name: `${order.load}${round}${name}` });
      if (round > 0) found.get(name)?.push(answer);
    }
  await Promise.all([...workers.values()].map((worker) => worker.stop()));
  const figures = names.map((name) => {
    const answers = found.get(name) ?? [];
    const rate = (micros: (answer: Answer) => number) =>
      median(answers.map((answer) => (answer.events / micros(answer)) * 1_000_000));
    return [
      name,
      { perCpuSecond: rate(({ cpuMicros }) => cpuMicros), perSecond: rate(({ wallMicros }) => wallMicros) },
    ];
  });
  return Object.fromEntries(figures);
}

function asTable(caption: string, figures: Figures): ReportTable {
  const ours = figures.ours?.perCpuSecond ?? Number.NaN;
  return {
    caption,
    head: ['', 'events per CPU second', 'µs CPU per event', 'events per second', 'Mailfold is'],
    rows: Object.entries(figures).map(([name, { perCpuSecond, perSecond }]) => [
      contenders[name as Name],
      Math.round(perCpuSecond).toLocaleString('en'),
      (1_000_000 / perCpuSecond).toFixed(0),
      Math.round(perSecond).toLocaleString('en'),
      name === 'ours' ? '' : times(ours / perCpuSecond),
    ]),
  };
}

/** Our rate as a multiple of the best of these. */
function ratioTo(figures: Figures, names: readonly Name[]): number {
  const best = Math.max(...names.map((name) => figures[name]?.perCpuSecond ?? Number.NaN));
  return (figures.ours?.perCpuSecond ?? Number.NaN) / best;
}

export async function consumer(): Promise<Report> {
  const stub = await startEngine('stub');
  const posts = await race(stub, { load: 'posts', size: 1_000 }, 7);
  const backlog = await race(stub, { load: 'backlog', size: 2_000 }, 5, some);
  const trickle = await race(stub, { load: 'trickle', size: 1_000 }, 3, some);
  await stub.stop();
  const local = await startEngine('dynamodb-local');
  const real = await race(local, { load: 'posts', size: 1_000 }, 3, some);
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
        ratioTo(posts, ['a8', 'a16', 'a64']),
        6,
      ),
      atLeast('Against (b)', ratioTo(posts, ['b']), 10),
      atLeast('Against (e)', ratioTo(posts, ['e']), 0.6),
    ],
  };
}
