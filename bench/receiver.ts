import { median, quantile } from './measure.ts';
import { type Contender, startContenders } from './receiver-contenders.ts';
import { type Load, loadOf, saturate, sendSteadily } from './receiver-load.ts';
import { atLeast, type Report, type ReportTable, times } from './report.ts';

const rounds = 5;
const roundMillis = 800;
const steadyRounds = 3;
const steadyMillis = 2_000;

type Entry = { readonly name: string; readonly contender: Contender; readonly load: Load };

type Found = Entry & {
  readonly perCpuSecond: number;
  /** The rate of the first entry as a multiple of this one's, compared within each round. */
  readonly gainOfFirst: number;
  /** At full load on this machine, which also runs the load and the queue. */
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
};

export async function receiver(): Promise<Report> {
  const { mailfold, library, nodeCrypto, keys, stop } = await startContenders();
  const entriesFor = async (events: number): Promise<Entry[]> => {
    const load = await loadOf('sendgrid', keys.sendgrid.signingKey, events);
    return [
      { name: 'Mailfold', contender: mailfold, load },
      { name: "Express, SendGrid's library", contender: library, load },
      { name: 'Express, node:crypto', contender: nodeCrypto, load },
    ];
  };
  try {
    const resend = await loadOf('resend', keys.resend.signingKey, 1);
    const one = await race([
      ...(await entriesFor(1)),
      { name: 'Mailfold, from Resend (HMAC)', contender: mailfold, load: resend },
    ]);
    const hundred = await race(await entriesFor(100));
    return {
      title: 'Receiver',
      about: `From a request of SendGrid to its message in the queue and the 200. The bundle as deployed, and Express 5; each in its own process behind HTTP, with the same queue, which answers after 5 ms. CPU time of the process: the median of ${rounds} rounds with all contenders in turn; latency: the median of ${steadyRounds}.`,
      tables: [asTable('One event', one), asTable('A hundred events', hundred)],
      goals: [
        atLeast("One event, against Express with SendGrid's library", gainOver(library, one), 3),
        atLeast("A hundred events, against Express with SendGrid's library", gainOver(library, hundred), 3),
      ],
      notes: [
        "Latency is measured at half of each contender's own rate, so Mailfold's is measured at a multiple of the others' load.",
        'Express does not check the time, and writes neither logs nor metrics. Mailfold does, and its time includes building the event that API Gateway would build, about a tenth of it. With node:crypto in place of the library, Express takes as long as Mailfold or a little less: the whole gain is over the library.',
      ],
    };
  } finally {
    await stop();
  }
}

async function race(entries: readonly Entry[]): Promise<Found[]> {
  const rates = entries.map(() => ({ perCpuSecond: [] as number[], perSecond: [] as number[] }));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, { contender, load }] of entries.entries()) {
      const cpuBefore = await contender.cpuMicros();
      const before = performance.now();
      const count = await saturate(contender.port, load, roundMillis);
      const seconds = (performance.now() - before) / 1_000;
      const cpuSeconds = ((await contender.cpuMicros()) - cpuBefore) / 1_000_000;
      // The first round warms up.
      if (round === 0) continue;
      rates[index]?.perCpuSecond.push(count / cpuSeconds);
      rates[index]?.perSecond.push(count / seconds);
    }
  }
  const capacities = rates.map(({ perSecond }) => median(perSecond));
  const latencies = entries.map(() => ({ p50: [] as number[], p99: [] as number[] }));
  for (let round = 0; round < steadyRounds; round += 1)
    for (const [index, { contender, load }] of entries.entries()) {
      const half = (capacities[index] ?? 0) / 2;
      const millis = await sendSteadily(contender.port, load, half, steadyMillis);
      latencies[index]?.p50.push(quantile(millis, 0.5));
      latencies[index]?.p99.push(quantile(millis, 0.99));
    }
  return entries.map((entry, index) => {
    const perCpuSecond = rates[index]?.perCpuSecond ?? [];
    const first = rates[0]?.perCpuSecond ?? [];
    return {
      ...entry,
      perCpuSecond: median(perCpuSecond),
      gainOfFirst: median(perCpuSecond.map((rate, round) => (first[round] ?? Number.NaN) / rate)),
      perSecond: capacities[index] ?? 0,
      p50: median(latencies[index]?.p50 ?? []),
      p99: median(latencies[index]?.p99 ?? []),
    };
  });
}

function gainOver(other: Contender, found: readonly Found[]): number {
  return found.find(({ contender }) => contender === other)?.gainOfFirst ?? Number.NaN;
}

function asTable(caption: string, found: readonly Found[]): ReportTable {
  const bytes = found[0]?.load.requests[0]?.body.length ?? 0;
  return {
    caption: `${caption}, ${(bytes / 1_000).toFixed(1)} KB`,
    head: [
      '',
      'requests per CPU second',
      'µs CPU each',
      'Mailfold is',
      'requests per second',
      'at half of that: p50',
      'p99',
    ],
    rows: found.map(({ name, perCpuSecond, gainOfFirst, perSecond, p50, p99 }, index) => [
      name,
      perCpuSecond.toFixed(0),
      (1_000_000 / perCpuSecond).toFixed(0),
      index === 0 ? '' : times(gainOfFirst),
      perSecond.toFixed(0),
      `${p50.toFixed(1)} ms`,
      `${p99.toFixed(1)} ms`,
    ]),
  };
}
