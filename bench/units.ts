import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Context, SQSEvent } from 'aws-lambda';
import { defaultSettings } from '../core/suppression-settings.ts';
import { type ConsumedRecord, consume } from '../lambdas/consumer/consume.ts';
import { topicProvider } from '../providers/manifests.ts';
import { normalizersWith } from '../providers/normalizers.ts';
import { batchedStore } from '../store/batched-store.ts';
import { rememberingStore } from '../store/remembering-store.ts';
import { powertools } from './baselines/powertools.ts';
import { transactions } from './baselines/transactions.ts';
import { type Capacity, meteredClient } from './capacity-meter.ts';
import { startEngine } from './engines.ts';
import { usualMix } from './load/habits.ts';
import { eventsIn } from './load/records.ts';
import { trafficOf } from './load/traffic.ts';
import type { Report, ReportTable } from './report.ts';
import { tableNames } from './tables.ts';

const messages = 800;
const shares = [0, 0.1, 0.5];
/** Consumers at once; each remembers only its own writes. */
const instances = 4;

type Handle = (event: SQSEvent, index: number) => Promise<unknown>;
type Found = Capacity & { fresh: number };

function mailfold(client: DynamoDBDocumentClient): Handle {
  const now = () => new Date();
  const settings = {
    table: tableNames.messages,
    addressesTable: tableNames.addresses,
    windowDays: 30,
    statusRetentionDays: 400,
    suppression: defaultSettings,
  };
  const stores = Array.from({ length: instances }, () =>
    rememberingStore(batchedStore(client, settings, now), now),
  );
  const normalizerOf = normalizersWith({});
  return async ({ Records }, index) => {
    const unfinished = await consume(Records as ConsumedRecord[], {
      normalizerOf,
      topicProvider: topicProvider.name,
      store: stores[index % instances] as (typeof stores)[number],
      timesOf: async () => [],
      isRecorded: () => true,
      send: () => Promise.reject(new Error('expected no message to be split')),
      isTimeUp: () => false,
      pause: () => Promise.reject(new Error('expected a table that is not busy')),
      log: { info: () => {}, error: () => {} },
    });
    if (unfinished.length > 0) throw new Error('expected every message to be finished');
  };
}

type Measurements = {
  /** By contender, one for each share of duplicates. */
  readonly found: Readonly<Record<string, readonly Found[]>>;
  /** Mailfold while it is behind. */
  readonly backlog: Found;
};

export async function units(): Promise<Report> {
  const engine = await startEngine('dynamodb-local');
  const meter = meteredClient(engine.endpoint);
  const measured = await measure(meter);
  await engine.stop();
  if (meter.disagreements() > 0)
    throw new Error(
      `expected the same units per row as DynamoDB, found ${meter.disagreements()} rows that differ`,
    );
  return reportOf(measured);
}

async function measure(meter: ReturnType<typeof meteredClient>): Promise<Measurements> {
  const documents = DynamoDBDocumentClient.from(meter.client, {
    marshallOptions: { removeUndefinedValues: true },
  });
  const context = { getRemainingTimeInMillis: () => 60_000 } as unknown as Context;
  const withPowertools = powertools(meter.client, documents, tableNames, tableNames.idempotency);
  const contenders: Record<string, Handle> = {
    Mailfold: mailfold(documents),
    '(b) Powertools': (event) => withPowertools(event, context),
    '(c) transactions': transactions(documents, tableNames, 16),
  };
  const found: Record<string, Found[]> = {};
  for (const [name, handle] of Object.entries(contenders)) {
    for (const duplicates of shares) {
      const traffic = await trafficOf({ messages, duplicates, name: `${name.slice(0, 4)}${duplicates}` });
      meter.take();
      for (const [index, event] of traffic.entries()) await handle(event, index);
      const fresh = new Set(
        traffic.flatMap(eventsIn).map(({ event }) => `${event.provider} ${event.messageId} ${event.id}`),
      );
      found[name] = [...(found[name] ?? []), { ...meter.take(), fresh: fresh.size }];
    }
  }
  // A consumer that is behind gets full batches, with more to fold in each.
  const behind = await trafficOf({ messages, name: 'behind', isBacklog: true });
  const handle = mailfold(documents);
  for (const [index, event] of behind.entries()) await handle(event, index);
  return { found, backlog: { ...meter.take(), fresh: behind.flatMap(eventsIn).length } };
}

function reportOf({ found, backlog }: Measurements): Report {
  const perEvent = (name: string) => {
    const run = found[name]?.[0];
    return run ? (run.writeUnits + run.refusedUnits) / run.fresh : Number.NaN;
  };
  const ours = perEvent('Mailfold');
  const mix = Object.entries(usualMix).map(([name, share]) => `${name} ${share * 100} %`);
  return {
    title: 'Write units',
    about: `Units consumed according to DynamoDB Local, for the mix of providers (${mix.join(', ')} of messages), with the events and sizes of bench/load: SES with all headers, SendGrid with posts every half minute, batches as Lambda makes them of 50 messages per second. Includes indexes and refused writes.`,
    tables: [
      unitsTable({ ...found, 'Mailfold, catching up': [backlog] }),
      partsTable(found['Mailfold']?.[0] as Found),
    ],
    goals: [
      atMost('Write units per fresh event of the mix, in normal operation', ours, 2.2),
      atMost('The same while catching up after a campaign', backlog.writeUnits / backlog.fresh, 2.2),
      atMost('Share of (b)', ours / perEvent('(b) Powertools'), 0.5),
      atMost('Share of (c)', ours / perEvent('(c) transactions'), 0.5),
    ],
    notes: [
      'An event that comes alone costs its row and one status write; each message also costs one entry in the index by recipient. A message with three events thus takes 7/3 units per event, and less only when its events arrive together. Transactions count twice, as AWS bills them.',
    ],
  };
}

function atMost(goal: string, value: number, most: number) {
  return { goal: `${goal}: at most ${most}`, found: value.toFixed(2), isMet: value <= most };
}

function unitsTable(found: Readonly<Record<string, readonly Found[]>>): ReportTable {
  const rows = Object.entries(found).flatMap(([name, runs]) =>
    runs.map(({ writeUnits, refusedUnits, readUnits, fresh }, index) => {
      const all = writeUnits + refusedUnits;
      const base = found['Mailfold']?.[index];
      const ours = base ? (base.writeUnits + base.refusedUnits) / base.fresh : Number.NaN;
      return [
        name,
        `${(shares[index] ?? 0) * 100} %`,
        (all / fresh).toFixed(2),
        (refusedUnits / fresh).toFixed(2),
        (readUnits / fresh).toFixed(2),
        name.startsWith('Mailfold') ? '' : `${((100 * ours) / (all / fresh)).toFixed(0)} %`,
      ];
    }),
  );
  return {
    caption: 'Per event; duplicates do not count as events',
    head: ['', 'duplicates', 'write units', 'of them refused', 'read units', 'Mailfold needs'],
    rows,
  };
}

function partsTable({ writeUnits, indexUnits, refusedUnits, fresh }: Found): ReportTable {
  const rows = [
    ['the event rows, one each', 1],
    ['the index by recipient (and by cause), once for a message', indexUnits / fresh],
    ['the status rows, and evidence', (writeUnits - indexUnits - fresh) / fresh],
    ['refused', refusedUnits / fresh],
  ] as const;
  return {
    caption: 'What Mailfold writes, without duplicates',
    head: ['', 'units per event'],
    rows: rows.map(([name, value]) => [name, value.toFixed(2)]),
  };
}
