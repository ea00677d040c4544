import type { HealthSubject, LakeFacts } from '../ports/health.ts';
import { type Finding, findingsOf } from './finding.ts';

/** Whether every event gets into the lake, and whether it is kept in order. Iterator age has an alarm. */
export function judgeLake(facts: LakeFacts, subject: HealthSubject): Finding[] {
  return [...judgeHistorian(facts, subject), ...judgeTidier(facts, subject)];
}

function judgeHistorian({ historian, failedBatches }: LakeFacts, subject: HealthSubject): Finding[] {
  const { well, unwell } = findingsOf('historian', 'step', subject);
  if (!historian) return [unwell('is not connected to the stream of the table', { by: 'reverting drift' })];
  const { state, mappingId, trouble } = historian;
  const words = `lambda update-event-source-mapping --uuid ${mappingId} --enabled`;
  const batches = failedBatches === 1 ? '1 batch' : `${failedBatches} batches`;
  const problems = [
    ...(state === 'Enabled'
      ? []
      : [unwell(`does not read the stream: the mapping is ${state}`, { by: 'aws', words })]),
    ...(trouble === undefined
      ? []
      : [unwell(`failed lately: ${trouble}`, { by: 'mailfold', words: 'lake status' })]),
    ...(failedBatches > 0
      ? [unwell(`gave up on ${batches} of events`, { by: 'mailfold', words: 'lake repair' })]
      : []),
  ];
  return problems.length > 0 ? problems : [well('writes new events into the lake')];
}

function judgeTidier({ tidying }: LakeFacts, subject: HealthSubject): Finding[] {
  if (!tidying) return [];
  const { well, unknown, unwell } = findingsOf('tidier', 'step', subject);
  const { lastTidied, problems } = tidying;
  const at = lastTidied && new Date(lastTidied.at);
  const look = { by: 'mailfold', words: 'lake status' } as const;
  if (problems.includes('tidier-late')) return [unwell('has not run for three hours', look, at)];
  if (problems.includes('objects-damaged')) return [unwell('found files that cannot be read', look, at)];
  return at ? [well('keeps the lake in order', at)] : [unknown('has not run yet; it runs every hour')];
}
