import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Context, SQSEvent } from 'aws-lambda';
import { batchLimit } from './baselines/batch-limit.ts';
import { powertools } from './baselines/powertools.ts';
import { singleWrites } from './baselines/single-writes.ts';
import { transactions } from './baselines/transactions.ts';
import { lambdaContext } from './lambda-context.ts';
import type { Mix } from './load/habits.ts';
import { postsOf } from './load/posts.ts';
import { eventsIn } from './load/records.ts';
import { messagesFor, trafficOf } from './load/traffic.ts';

/** What the parent asks for. `name` keeps the messages of each run apart. */
export type Order = {
  readonly load: 'posts' | 'backlog' | 'trickle';
  readonly name: string;
  readonly size: number;
  readonly mix?: Mix;
  readonly duplicates?: number;
};
export type Answer = {
  readonly cpuMicros: number;
  readonly wallMicros: number;
  readonly events: number;
  /** The heap after garbage collection. */
  readonly heapMb: number;
  /** All memory of the process. */
  readonly rssMb: number;
};

const loads: Record<Order['load'], (order: Order) => Promise<SQSEvent[]>> = {
  posts: ({ name, size }) => postsOf(name, Math.ceil(size / 100)),
  backlog: (order) => trafficOf({ ...order, messages: messagesFor(order.size), isBacklog: true }),
  trickle: (order) => trafficOf({ ...order, messages: messagesFor(order.size) }),
};

const client = new DynamoDBClient();
const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
const tables = {
  messages: process.env['MESSAGES_TABLE'] ?? '',
  addresses: process.env['ADDRESSES_TABLE'] ?? '',
};

/** Prepares a load before the clock starts, and returns the work to measure. */
type Contender = (events: readonly SQSEvent[]) => () => Promise<unknown>;

const oneByOne =
  (handle: (event: SQSEvent, context: Context) => Promise<unknown>): Contender =>
  (events) =>
  async () => {
    for (const event of events) await handle(event, lambdaContext);
  };

const contenders: Record<string, () => Promise<Contender>> = {
  ours: async () => {
    const { handler } = await import('../lambdas/consumer/handler.ts');
    return oneByOne(async (event, context) => {
      // A failed write would make us look faster than we are.
      const { batchItemFailures = [] } = (await handler(event, context)) ?? {};
      if (batchItemFailures.length > 0)
        throw new Error(`expected every message to be stored, ${batchItemFailures.length} were not`);
    });
  },
  a16: async () => oneByOne(singleWrites(documents, tables, 16)),
  a64: async () => oneByOne(singleWrites(documents, tables, 64)),
  b: async () => oneByOne(powertools(client, documents, tables, process.env['IDEMPOTENCY_TABLE'] ?? '')),
  c: async () => oneByOne(transactions(documents, tables, 16)),
  d: async () => oneByOne(singleWrites(documents, tables, 1)),
  e: async () => {
    const { prepare, run } = batchLimit(client, tables);
    return (events) => {
      const chunks = prepare(events);
      return () => run(chunks);
    };
  },
};

const make = contenders[process.argv[2] ?? ''];
if (!make) throw new Error(`expected the name of a contender, found "${process.argv[2]}"`);
const contender = await make();

process.on('message', async (order: Order) => {
  const events = await loads[order.load](order);
  const work = contender(events);
  globalThis.gc?.();
  const wallBefore = process.hrtime.bigint();
  const cpuBefore = process.cpuUsage();
  await work();
  const cpu = process.cpuUsage(cpuBefore);
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  const answer: Answer = {
    cpuMicros: cpu.user + cpu.system,
    wallMicros: Number(process.hrtime.bigint() - wallBefore) / 1_000,
    events: events.flatMap(eventsIn).length,
    heapMb: heapUsed / 2 ** 20,
    rssMb: rss / 2 ** 20,
  };
  process.send?.(answer);
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
