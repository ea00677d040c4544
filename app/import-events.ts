import type { EmailEvent, EventType } from '../core/email-event.ts';
import type { Moment } from '../core/moment.ts';
import type { BadRow } from './import-suppressions.ts';
import type { EventLog, ReportQueue } from './ports/history.ts';

/** What one record of a file says. */
export type PastRecord = { readonly line: number; readonly file: string } & (
  | {
      readonly reports: readonly { readonly text: string; readonly events: readonly EmailEvent[] }[];
      readonly leftOut?: readonly string[];
    }
  | { readonly problem: string }
);

export type HistoryOptions = {
  /** Only events from this time on, and before that one. */
  readonly since?: Moment;
  readonly until?: Moment;
  /** Whether events have the ids that the webhook gives them. */
  readonly hasWebhookIds: boolean;
};

export type HistorySurvey = {
  readonly records: number;
  /** Events to import: not stored, and within the given times. */
  readonly fresh: number;
  readonly known: number;
  readonly outside: number;
  readonly types: Readonly<Partial<Record<EventType, number>>>;
  /** The times of the first and of the last event to import. */
  readonly first?: Moment;
  readonly last?: Moment;
  readonly leftOut: readonly { readonly why: string; readonly records: number }[];
  readonly badRows: number;
  /** The first of them. */
  readonly bad: readonly (BadRow & { readonly file: string })[];
};

type Report = { readonly text: string; readonly events: readonly EmailEvent[] };

/** Reports that are looked up and sent together. */
const reportsPerBatch = 500;
const maxReported = 1_000;

/** What an import would do. Changes nothing. */
export async function surveyHistory(
  records: AsyncIterable<PastRecord>,
  options: HistoryOptions,
  log: EventLog,
): Promise<HistorySurvey> {
  const counts = { records: 0, fresh: 0, known: 0, outside: 0, badRows: 0 };
  const types: Partial<Record<EventType, number>> = {};
  const leftOut = new Map<string, number>();
  const bad: (BadRow & { file: string })[] = [];
  let [first, last]: (Moment | undefined)[] = [];
  const note = (record: PastRecord) => {
    counts.records += 1;
    if ('problem' in record) {
      counts.badRows += 1;
      if (bad.length < maxReported) bad.push(record);
      return;
    }
    // A reason can quote the file, whose words are without end.
    for (const why of record.leftOut ?? [])
      if (leftOut.has(why) || leftOut.size < maxReported) leftOut.set(why, (leftOut.get(why) ?? 0) + 1);
  };
  for await (const batch of batchesOf(records, note)) {
    const judged = await judge(
      batch.flatMap(({ events }) => events),
      options,
      log,
    );
    for (const { event, verdict } of judged) {
      counts[verdict] += 1;
      if (verdict !== 'fresh') continue;
      types[event.type] = (types[event.type] ?? 0) + 1;
      if (!first || event.occurredAt < first) first = event.occurredAt;
      if (!last || event.occurredAt > last) last = event.occurredAt;
    }
  }
  return {
    ...counts,
    types,
    ...(first && last && { first, last }),
    leftOut: [...leftOut].map(([why, count]) => ({ why, records: count })),
    bad,
  };
}

/** Sends what is not stored yet to the queue, so that it is read and stored like a webhook. Returns how many events. */
export async function importEvents(
  records: AsyncIterable<PastRecord>,
  options: HistoryOptions,
  log: EventLog,
  queue: ReportQueue,
): Promise<number> {
  let sent = 0;
  for await (const batch of batchesOf(records)) {
    const judged = await judge(
      batch.flatMap(({ events }) => events),
      options,
      log,
    );
    const fresh = new Set(judged.filter(({ verdict }) => verdict === 'fresh').map(({ event }) => event));
    const wanted = batch.filter(({ events }) => events.some((event) => fresh.has(event)));
    await queue.send(wanted.map(({ text }) => text));
    sent += fresh.size;
  }
  return sent;
}

/**
 * Waits until the events of the file are stored. `isPatient` is asked before each further look; when it says no, what is missing
 * is counted and the rest is looked at once.
 */
export async function missingEvents(
  records: AsyncIterable<PastRecord>,
  options: HistoryOptions,
  log: EventLog,
  isPatient: () => Promise<boolean>,
): Promise<number> {
  let missing = 0;
  for await (const batch of batchesOf(records)) {
    let left = batch.flatMap(({ events }) => events).filter((event) => isWithin(event, options));
    for (;;) {
      const known = await judge(left, options, log);
      left = known.filter(({ verdict }) => verdict === 'fresh').map(({ event }) => event);
      if (left.length === 0 || !(await isPatient())) break;
    }
    missing += left.length;
  }
  return missing;
}

type Judged = { readonly event: EmailEvent; readonly verdict: 'fresh' | 'known' | 'outside' };

async function judge(
  events: readonly EmailEvent[],
  options: HistoryOptions,
  log: EventLog,
): Promise<Judged[]> {
  const wanted = events.filter((event) => isWithin(event, options));
  const stored = await log.stores(wanted);
  const others = wanted.filter((_, index) => !stored[index]);
  const reported = options.hasWebhookIds ? [] : await log.knowsFromWebhook(others);
  const fresh = new Set(others.filter((_, index) => !reported[index]));
  return events.map((event) => {
    if (fresh.has(event)) return { event, verdict: 'fresh' };
    return { event, verdict: isWithin(event, options) ? 'known' : 'outside' };
  });
}

function isWithin({ occurredAt }: EmailEvent, { since, until }: HistoryOptions): boolean {
  return (since === undefined || occurredAt >= since) && (until === undefined || occurredAt < until);
}

async function* batchesOf(
  records: AsyncIterable<PastRecord>,
  onRecord: (record: PastRecord) => void = () => {},
): AsyncGenerator<Report[]> {
  let batch: Report[] = [];
  for await (const record of records) {
    onRecord(record);
    if ('reports' in record) batch.push(...record.reports);
    if (batch.length < reportsPerBatch) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
