import { askedDays } from '../../lake/sql/asked-days.ts';
import { lookBackDays } from '../../lake/sql/count-sends.ts';
import type { BillLine } from './bill.ts';
import { memoryOfOneCore, prices, scanPrice } from './prices.ts';

const million = 1_000_000;
const gb = 1_000_000_000;

/** What an event takes. `npm run bench -- lake` measures the first and the last; these are rounded up. */
const perEvent = {
  /** CPU of the historian in small batches, where an event takes more than in full ones. */
  historianMicros: 100,
  /** Assumed: one merge takes 12, and an event is merged several times on its way into a large file. */
  tidierMicros: 200,
  /** Of a tidied file. */
  bytes: 42,
};

/** How the lake is set up in lib/historian.ts and lib/tidier.ts. */
const setUp = {
  historianMb: 512,
  tidierMb: 1_769,
  /** A table on demand begins with four partitions, and each is read on its own. */
  shards: 4,
  /** Five-minute windows in a month. */
  windows: 30 * 24 * 12,
  /** Events that fill 6 MB, which end a batch before its window does. */
  fullBatch: 4_000,
  tidierRuns: 30 * 24,
};

/** Assumed, not measured: what a run takes beside its events, for calls to S3 and lists of objects. */
const waiting = { historianSeconds: 0.06, tidierSeconds: 2, listsPerTidying: 5 };
/**
 * Assumed: three questions a day about the last two weeks, statistics or ready ones. They read 30 days before them too, the days ahead that
 * there can be, and of each event the columns that they need: 11 bytes on the local stack.
 */
const asking = { questions: 100, days: lookBackDays + 14 + askedDays.after, bytesPerEvent: 20 };
/** Assumed: Athena lists each day once, and reads the end of each file and then its columns. A day has few files once it is tidied. */
const athena = { listsPerDay: 1, filesPerDay: 3, readsPerFile: 2 };
/** Around midnight a batch has events of two days. */
const objectsPerBatch = 1.1;

const readsPerQuestion = asking.days * athena.filesPerDay * athena.readsPerFile;
const questionRequestsPrice =
  (asking.days * athena.listsPerDay * prices.s3Writes + readsPerQuestion * prices.s3Reads) / million;

/** The cost of the lake, by service. Most of it is per file, so that a million events cost less where there are more. */
export function lakeBillOf(eventsPerMonth: number): BillLine[] {
  const batches = Math.min(eventsPerMonth, setUp.shards * setUp.windows) + eventsPerMonth / setUp.fullBatch;
  const files = batches * objectsPerBatch;
  const lists = setUp.tidierRuns * waiting.listsPerTidying;
  const putsAndLists = files + lists + eventsPerMonth / setUp.fullBatch;
  const seconds = (memoryMb: number, micros: number) =>
    ((eventsPerMonth * micros) / million) * Math.max(1, memoryOfOneCore / memoryMb);
  const gbSeconds =
    (seconds(setUp.historianMb, perEvent.historianMicros) + batches * waiting.historianSeconds) *
      (setUp.historianMb / 1_024) +
    (seconds(setUp.tidierMb, perEvent.tidierMicros) + setUp.tidierRuns * waiting.tidierSeconds) *
      (setUp.tidierMb / 1_024);
  const storedGb = (12 * eventsPerMonth * perEvent.bytes) / gb;
  const line = (service: string, amount: string, perMonth: number): BillLine => ({
    service,
    amount,
    perMillion: eventsPerMonth === 0 ? 0 : (perMonth / eventsPerMonth) * million,
  });
  return [
    line(
      'Lake, S3 requests',
      `${thousands(putsAndLists)} writes and lists, ${thousands(files)} reads a month`,
      (putsAndLists * prices.s3Writes + files * prices.s3Reads) / million,
    ),
    line(
      'Lake, Lambda',
      `${thousands(gbSeconds)} GB-seconds a month`,
      gbSeconds * prices.lambdaGbSecond + ((batches + setUp.tidierRuns) / million) * prices.lambdaRequests,
    ),
    line(
      'Lake, Athena',
      `${asking.questions} questions a month`,
      asking.questions * scanPrice((asking.days / 30) * eventsPerMonth * asking.bytesPerEvent),
    ),
    line(
      'Lake, S3 for Athena',
      `${asking.days} lists and ${readsPerQuestion} reads a question`,
      asking.questions * questionRequestsPrice,
    ),
    line('Lake, storage', `${storedGb.toFixed(2)} GB after a year`, storedGb * prices.s3Gb),
  ];
}

function thousands(count: number): string {
  return count < 1_000 ? count.toFixed(0) : `${(count / 1_000).toFixed(0)}k`;
}
