import type { Day } from '../core/day.ts';
import type { SendDimension } from '../core/send-dimension.ts';
import { lakeAnalytics } from '../lake/lake-analytics.ts';
import { openDuckDbLake } from '../test/support/duckdb-lake.ts';
import { interleaved } from './measure.ts';

export type Question = {
  readonly name: string;
  readonly from: Day;
  readonly to: Day;
  readonly by?: SendDimension;
};

export type Asked = {
  readonly name: string;
  readonly cpuMillis: number;
  readonly wallMillis: number;
  /** The most memory that this process has had so far. */
  readonly peakMb: number;
};

const [folder = ''] = process.argv.slice(2);
const analytics = lakeAnalytics(await openDuckDbLake({ folder }));

process.on('message', async ({ name, from, to, by }: Question) => {
  const question = { from, to, basis: 'sending-day' as const };
  const grouped = by && { by: { dimension: by, most: 50, rankedFrom: from } };
  const run = () => analytics.countSends({ ...question, ...grouped });
  const [measured] = await interleaved([{ name, run }], { rounds: 5 });
  if (!measured) throw new Error('expected a measurement, found none');
  process.send?.({
    name,
    cpuMillis: measured.cpuMicros / 1_000,
    wallMillis: measured.wallMicros / 1_000,
    peakMb: process.resourceUsage().maxRSS / 1_024,
  } satisfies Asked);
});
process.send?.('ready');
