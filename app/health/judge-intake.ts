import type { HealthSubject, KeyFacts, LastSeen } from '../ports/health.ts';
import { type Finding, findingsOf } from './finding.ts';

export function judgeApi(problem: string | undefined, subject: HealthSubject): Finding[] {
  const { well, unwell } = findingsOf('API', 'step', subject);
  return [problem === undefined ? well('answers') : unwell(problem, { by: 'reverting drift' })];
}

export function judgeTopic(isSubscribed: boolean, subject: HealthSubject): Finding[] {
  const { title } = subject.topicProvider;
  const { well, unwell } = findingsOf(`${title} topic`, 'step', subject);
  return [
    isSubscribed
      ? well('delivers to the queue')
      : unwell(`no queue is subscribed, so ${title} events are lost`, { by: 'reverting drift' }),
  ];
}

/** A provider that has been silent for longer may be out of use. */
const recentMillis = 30 * 86_400_000;

/** A stack that only gets events through its topic needs no keys. */
export function judgeKeys(
  { held, broken }: KeyFacts,
  seen: LastSeen | undefined,
  subject: HealthSubject,
  now: Date,
): Finding[] {
  const { well, unknown, unwell } = findingsOf('keys', 'step', subject);
  const { keyed, isChosen, topicProvider, usesTopic } = subject;
  const set = (provider: string) => ({ by: 'mailfold', words: `secrets set ${provider}` }) as const;
  const hasSent = (provider: string) =>
    now.getTime() - (seen?.get(provider)?.getTime() ?? Number.NEGATIVE_INFINITY) < recentMillis;
  const names = [...held].filter(([, count]) => count > 0);
  const missing = keyed
    .filter((provider) => !broken.includes(provider) && !held.get(provider))
    .filter((provider) => isChosen || hasSent(provider));
  const problems = [
    ...broken.map((provider) =>
      unwell(`the entry of ${provider} cannot be read, so its webhooks get a 503`, set(provider)),
    ),
    ...missing.map((provider) => {
      const why = hasSent(provider) ? 'has sent events, but has no key' : 'has no key';
      return unwell(`${provider} ${why}, so its webhooks get a 503`, set(provider));
    }),
  ];
  const inWords = names.map(([name, count]) => (count > 1 ? `${name} (${count})` : name)).join(', ');
  if (names.length > 0) return [well(inWords), ...problems];
  if (problems.length > 0) return problems;
  if (keyed.length === 0) return [well('none are needed')];
  return usesTopic || hasSent(topicProvider.name)
    ? [unknown(`none are set, so every webhook gets a 503; ${topicProvider.title} needs none`)]
    : [unwell('none are set, so every webhook gets a 503', set('PROVIDER'))];
}
