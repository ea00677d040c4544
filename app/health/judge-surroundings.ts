import type {
  AlarmFacts,
  AlarmSubscriptions,
  ConcurrencyFacts,
  ConsumerFacts,
  HealthSubject,
  VersionFacts,
} from '../ports/health.ts';
import { type Finding, findingsOf } from './finding.ts';

/** What Lambda calls this limit in Service Quotas. */
const concurrencyQuota = 'L-B99A9384';
const usualLimit = 1_000;
const usualMaxConcurrency = 10;

/** The consumer must not be able to take all concurrency of the account: webhooks would then find none. */
export function judgeConcurrency(
  { limit, unreserved }: ConcurrencyFacts,
  consumer: ConsumerFacts | undefined,
  subject: HealthSubject,
): Finding[] {
  const { well, unwell } = findingsOf('concurrency', 'step', subject);
  const consumers = consumer?.maxConcurrency ?? usualMaxConcurrency;
  if (unreserved >= 2 * consumers)
    return [well(`${unreserved} of ${limit} runs at the same time are free for all functions`)];
  const words = `service-quotas request-service-quota-increase --service-code lambda --quota-code ${concurrencyQuota} --desired-value ${usualLimit}`;
  return [
    unwell(
      `the account has ${unreserved} concurrent runs for all functions (new accounts have 10 in all), and the consumer may take ${consumers}: webhooks would then get a 5xx`,
      limit < usualLimit
        ? { by: 'aws', words }
        : {
            by: 'reading',
            text: 'take reserved concurrency away from other functions, or lower consumerMaxConcurrency',
          },
    ),
  ];
}

export function judgeAlarms(alarms: readonly AlarmFacts[], subject: HealthSubject): Finding[] {
  const { well, unknown, unwell } = findingsOf('alarms', 'step', subject);
  if (alarms.length === 0) return [unknown('this stack has none')];
  const raised = alarms.filter(({ isRaised }) => isRaised);
  if (raised.length === 0) return [well(`${alarms.length}, none raised`)];
  const text = 'read the section of that name in docs/runbook.md';
  return raised.map(({ name, since }) => unwell(`"${name}" is raised`, { by: 'reading', text }, since));
}

export function judgeAlarmSubscriptions(
  { topicArn, confirmed, pending }: AlarmSubscriptions,
  subject: HealthSubject,
): Finding[] {
  const { well, unwell } = findingsOf('alarm mails', 'step', subject);
  if (confirmed > 0) return [well(`${confirmed} ${confirmed === 1 ? 'subscriber' : 'subscribers'}`)];
  const text = 'follow the link in the mail "AWS Notification - Subscription Confirmation"';
  if (pending > 0)
    return [unwell('nobody gets them: the subscription is not confirmed', { by: 'reading', text })];
  const words = `sns subscribe --topic-arn ${topicArn} --protocol email --notification-endpoint YOU@example.com`;
  return [unwell('nobody gets them: nobody is subscribed to the alarm topic', { by: 'aws', words })];
}

export function judgeVersion({ deployed, own }: VersionFacts, subject: HealthSubject): Finding[] {
  const { well, unwell } = findingsOf('version', 'step', subject);
  if (deployed === own) return [well(`${own}, as this program`)];
  if (deployed === undefined)
    return [unwell(`of the stack is older than that of this program (${own})`, { by: 'deploying' })];
  const isOlder = compareVersions(deployed, own) < 0;
  return [
    isOlder
      ? unwell(`of the stack is ${deployed}, this program is newer (${own})`, { by: 'deploying' })
      : unwell(`of the stack is ${deployed}, this program is older (${own})`, {
          by: 'reading',
          text: `use version ${deployed} of this program`,
        }),
  ];
}

/** By their three numbers. Versions with the same numbers are ordered as text: `0.2.0-beta.1` counts as newer than `0.2.0`. */
function compareVersions(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}
