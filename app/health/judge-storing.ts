import type { ConsumerFacts, HealthSubject, QueueCounts, QueueFacts, TableFacts } from '../ports/health.ts';
import { type Finding, findingsOf } from './finding.ts';

/** Whether much waits depends on the traffic; the alarms judge the age of the oldest message. */
export function judgeEventsQueue({ events }: QueueFacts, subject: HealthSubject): Finding[] {
  return [findingsOf('events queue', 'step', subject).well(inWords(events))];
}

export function judgeDeadLetters(facts: QueueFacts, subject: HealthSubject): Finding[] {
  const { name, title } = subject.topicProvider;
  const queues = [
    { what: 'dead letters', counts: facts.deadLetters, words: 'dlq list' },
    { what: `${title} dead letters`, counts: facts.topicDeadLetters, words: `dlq list --queue ${name}` },
  ];
  return queues.map(({ what, counts, words }) => {
    const { well, unwell } = findingsOf(what, 'step', subject);
    const total = counts.visible + counts.inFlight + counts.delayed;
    // Whoever looks at them has received them for a moment.
    return total === 0 ? well('none') : unwell(`${count(total)} waiting`, { by: 'mailfold', words });
  });
}

function inWords({ visible, inFlight, delayed }: QueueCounts): string {
  const parts = [
    ...(visible > 0 ? [`${count(visible)} waiting`] : []),
    ...(inFlight > 0 ? [`${count(inFlight)} being processed`] : []),
    ...(delayed > 0 ? [`${count(delayed)} to be tried later`] : []),
  ];
  return parts.length > 0 ? parts.join(', ') : 'empty';
}

export function judgeConsumer(facts: ConsumerFacts | undefined, subject: HealthSubject): Finding[] {
  const { well, unwell } = findingsOf('consumer', 'step', subject);
  if (!facts) return [unwell('is not connected to its queue', { by: 'reverting drift' })];
  const { state, mappingId, retriesOnlyFailures } = facts;
  const words = `lambda update-event-source-mapping --uuid ${mappingId} --enabled`;
  const problems = [
    ...(state === 'Enabled'
      ? []
      : [unwell(`does not read its queue: the mapping is ${state}`, { by: 'aws', words })]),
    ...(retriesOnlyFailures
      ? []
      : [unwell('retries the whole batch when one message fails', { by: 'reverting drift' })]),
  ];
  return problems.length > 0 ? problems : [well('reads its queue, and retries only what fails')];
}

/** What DynamoDB gives a new table on demand. A table that was restored or changed by hand may have less. */
const usualWarmth = { reads: 12_000, writes: 4_000 };

export function judgeTable(table: TableFacts, subject: HealthSubject): Finding[] {
  const { well, unwell } = findingsOf(`${table.holds} table`, 'step', subject);
  const ttl = `dynamodb update-time-to-live --table-name ${table.name} --time-to-live-specification Enabled=true,AttributeName=expiresAt`;
  const expiry = table.deletesExpiredRows
    ? []
    : [unwell('keeps expired rows for ever: its time to live is off', { by: 'aws', words: ttl })];
  const problems = [...expiry, ...coldParts(table, subject)];
  if (problems.length > 0) return problems;
  const warm = table.warm ? `, and takes ${count(table.warm.writes)} writes a second at once` : '';
  return [well(`deletes expired rows${warm}`)];
}

/** An index with less than its table throttles the table. */
function coldParts({ holds, name, warm, indexes }: TableFacts, subject: HealthSubject): Finding[] {
  const { unwell } = findingsOf(`${holds} table`, 'step', subject);
  const inUnits = ({ reads, writes } = usualWarmth) =>
    `ReadUnitsPerSecond=${reads},WriteUnitsPerSecond=${writes}`;
  const cold = (what: string, writes: number, least: number, words: string) =>
    unwell(
      `${what} takes only ${count(writes)} writes a second at once, so a campaign above that waits for it (${count(least)} are usual)`,
      { by: 'aws', words: `dynamodb update-table --table-name ${name} ${words}` },
    );
  if (!warm) return [];
  const { writes: least } = usualWarmth;
  const needed = { reads: Math.max(warm.reads, usualWarmth.reads), writes: Math.max(warm.writes, least) };
  return [
    ...(warm.writes < least ? [cold('it', warm.writes, least, `--warm-throughput ${inUnits()}`)] : []),
    ...indexes
      .filter((index) => index.warm && index.warm.writes < needed.writes)
      .map((index) =>
        cold(
          `its index ${index.name}`,
          index.warm?.writes ?? 0,
          needed.writes,
          `--global-secondary-index-updates '[{"Update":{"IndexName":"${index.name}","WarmThroughput":{"ReadUnitsPerSecond":${needed.reads},"WriteUnitsPerSecond":${needed.writes}}}}]'`,
        ),
      ),
  ];
}

function count(units: number): string {
  return units.toLocaleString('en-US');
}
