import { startChild } from './child.ts';
import type { Answer } from './consumer-worker.ts';
import { startEngine } from './engines.ts';
import type { Report } from './report.ts';
import type { Counts } from './stub/rows.ts';

/** Events per order; the next load is prepared while nothing is measured. */
const portion = 1_000;
const marks = process.argv.includes('--million')
  ? [1_000, 10_000, 100_000, 1_000_000]
  : [1_000, 10_000, 100_000];

type Stretch = {
  to: number;
  events: number;
  cpuMicros: number;
  wallMicros: number;
  units: number;
  last: Answer;
};

/** One consumer that never stops, on tables that only grow: does an event become more expensive? */
export async function growth(): Promise<Report> {
  return reportOf(await measureStretches());
}

async function measureStretches(): Promise<Stretch[]> {
  const engine = await startEngine('stub');
  const worker = startChild(new URL('./consumer-worker.ts', import.meta.url), ['ours'], engine.env);
  await worker.next();
  const work = (name: string) => worker.ask<Answer>({ load: 'backlog', size: portion, name });
  const counts = async () => (await engine.stub?.ask<Counts>('counts')) ?? { writeUnits: Number.NaN };
  // The first thousands warm up the compiler, which must not count as growth.
  for (let round = 0; round < 5; round += 1) await work(`warm${round}`);
  await counts();

  const stretches: Stretch[] = [];
  let done = 0;
  for (const to of marks) {
    const stretch = { to, events: 0, cpuMicros: 0, wallMicros: 0 };
    let last = await work(`g${done}`);
    for (;;) {
      stretch.events += last.events;
      stretch.cpuMicros += last.cpuMicros;
      stretch.wallMicros += last.wallMicros;
      done += last.events;
      if (done >= to) break;
      last = await work(`g${done}`);
    }
    stretches.push({ ...stretch, units: (await counts()).writeUnits, last });
  }
  await worker.stop();
  await engine.stop();
  return stretches;
}

function reportOf(stretches: readonly Stretch[]): Report {
  const [first, ...rest] = stretches;
  const end = rest.at(-1);
  if (!first || !end) throw new Error('expected at least two stretches, found fewer');
  return {
    title: 'Growth',
    about:
      'One consumer, full batches of the mix, the stub that answers in 5 ms, tables that only grow; after five thousand events to warm up. The heap is measured after garbage collection.',
    tables: [
      {
        head: ['up to', 'µs CPU per event', 'ms per event', 'write units per event', 'heap', 'resident'],
        rows: stretches.map((stretch) => [
          `${stretch.to.toLocaleString('en')} events`,
          perEvent(stretch).toFixed(0),
          (stretch.wallMicros / stretch.events / 1_000).toFixed(3),
          (stretch.units / stretch.events).toFixed(2),
          `${stretch.last.heapMb.toFixed(0)} MB`,
          `${stretch.last.rssMb.toFixed(0)} MB`,
        ]),
      },
    ],
    goals: [
      flat('CPU time per event', perEvent(first), perEvent(end), 15),
      flat('Write units per event', first.units / first.events, end.units / end.events, 3),
      flat('Heap, from ten thousand events on', rest[0]?.last.heapMb ?? 0, end.last.heapMb, 25),
    ],
    notes: ['A warm instance remembers at most twenty thousand rows, about 8 MB.'],
  };
}

function perEvent({ cpuMicros, events }: Stretch): number {
  return cpuMicros / events;
}

function flat(goal: string, one: number, other: number, allowed: number) {
  return {
    goal: `${goal}: flat, within ${allowed} %`,
    found: `${(100 * (other / one - 1)).toFixed(0)} %`,
    isMet: other <= one * (1 + allowed / 100),
  };
}
