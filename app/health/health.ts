import type { HealthSources, HealthSubject } from '../ports/health.ts';
import { type Finding, findingsOf } from './finding.ts';
import { judgeApi, judgeKeys, judgeTopic } from './judge-intake.ts';
import { judgeLake } from './judge-lake.ts';
import { judgeProviders } from './judge-providers.ts';
import { judgeConsumer, judgeDeadLetters, judgeEventsQueue, judgeTable } from './judge-storing.ts';
import {
  judgeAlarmSubscriptions,
  judgeAlarms,
  judgeConcurrency,
  judgeVersion,
} from './judge-surroundings.ts';

export type Health = {
  readonly state: 'well' | 'unwell';
  readonly checkedAt: string;
  /** In the order in which an event meets the steps, then by provider. */
  readonly findings: readonly Finding[];
};

/** Checks every step of an event's way, and when each provider was last heard of. */
export async function checkHealth(
  sources: HealthSources,
  subject: HealthSubject,
  now: Date,
): Promise<Health> {
  const found = await readAll(sources);
  const { keys, lastSeen, consumer } = found;
  const seen = lastSeen?.ok ? lastSeen.value : undefined;
  const consumerFacts = consumer?.ok ? consumer.value : undefined;
  const judged = <Facts>(
    what: string,
    facts: Reading<Facts> | undefined,
    judge: (facts: Facts) => Finding[],
  ): Finding[] => {
    if (!facts) return [];
    return facts.ok ? judge(facts.value) : [uncheckable(what, facts.error, subject)];
  };
  const findings = [
    ...judged('version', found.version, (facts) => judgeVersion(facts, subject)),
    ...judged('API', found.api, (facts) => judgeApi(facts, subject)),
    ...judged('concurrency', found.concurrency, (facts) => judgeConcurrency(facts, consumerFacts, subject)),
    ...judged('keys', keys, (facts) => judgeKeys(facts, seen, subject, now)),
    ...judged(`${subject.topicProvider.title} topic`, found.topic, (facts) => judgeTopic(facts, subject)),
    ...judged('queues', found.queues, (facts) => judgeEventsQueue(facts, subject)),
    ...judged('consumer', consumer, (facts) => judgeConsumer(facts, subject)),
    ...(found.queues?.ok ? judgeDeadLetters(found.queues.value, subject) : []),
    ...judged('tables', found.tables, (facts) => facts.flatMap((table) => judgeTable(table, subject))),
    ...judged('lake', found.lake, (facts) => judgeLake(facts, subject)),
    ...judged('alarms', found.alarms, (facts) => judgeAlarms(facts, subject)),
    ...judged('alarm mails', found.alarmSubscriptions, (facts) => judgeAlarmSubscriptions(facts, subject)),
    ...judged('last events', lastSeen, (facts) =>
      judgeProviders(facts, keys?.ok ? keys.value : undefined, subject, now),
    ),
  ];
  const isUnwell = findings.some(({ state }) => state === 'unwell');
  return { state: isUnwell ? 'unwell' : 'well', checkedAt: now.toISOString(), findings };
}

type Reading<Facts> =
  | { readonly ok: true; readonly value: Facts }
  | { readonly ok: false; readonly error: unknown };
type Readings = {
  [Name in keyof HealthSources]: Reading<Awaited<ReturnType<NonNullable<HealthSources[Name]>>>>;
};

/** Reads all sources at the same time. One that fails is a finding; the others are still judged. */
async function readAll(sources: HealthSources): Promise<Readings> {
  const readings = Object.entries(sources).map(async ([name, read]) => [name, await reading(read)] as const);
  return Object.fromEntries(await Promise.all(readings)) as Readings;
}

async function reading(read: () => Promise<unknown>): Promise<Reading<unknown>> {
  try {
    return { ok: true, value: await read() };
  } catch (error) {
    return { ok: false, error };
  }
}

function uncheckable(what: string, error: unknown, subject: HealthSubject): Finding {
  const { unwell } = findingsOf(what, 'step', subject);
  const why = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return unwell(`cannot be checked: ${why}`, { by: 'getting access' });
}
