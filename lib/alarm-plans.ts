import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { AlarmProps as CloudWatchAlarmProps, IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { ComparisonOperator, MathExpression, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { manifestOf, topicProvider } from '../providers/manifests.ts';
import { BadSetting } from './bad-setting.ts';
import { mailfoldMetric } from './mailfold-metrics.ts';

/** Limits of the alarms, and where they are announced. */
export interface AlarmSettings {
  /** Gets an e-mail when an alarm starts and when it ends. @default - nobody: subscribe to the alarm topic yourself */
  readonly email?: string;
  /** An existing topic to announce alarms on. Its policy must let CloudWatch publish. @default - a new topic */
  readonly topic?: ITopic;
  /**
   * Maximum age of the oldest message in the events queue.
   * @default - twice the queue's visibility timeout: a message that old has failed twice and has three deliveries left
   */
  readonly maxQueueAge?: Duration;
  /** Maximum number of refused requests per minute, averaged over 5 minutes. @default 10 */
  readonly refusalsPerMinute?: number;
  /** Requests with a stale signature within 15 minutes that raise the alarm. @default 5 */
  readonly staleSignatures?: number;
  /** Maximum percentage of hard bounces among delivered and hard-bounced messages within an hour. @default 5 */
  readonly bounceRatePercent?: number;
  /**
   * Maximum percentage of complaints among delivered messages within a day. A single complaint raises no alarm.
   * @default 0.1
   */
  readonly complaintRatePercent?: number;
  /**
   * Minimum number of messages within that hour or day. With fewer, the bounce and complaint rates count as 0.
   * @default 200
   */
  readonly minimumDeliveries?: number;
  /**
   * How long a provider may send nothing before an alarm is raised, by provider name; 5 minutes to 7 days. Choose the
   * longest pause of an ordinary day. Not available for providers whose events are always rare.
   * @default - no alarm for any provider
   */
  readonly silence?: Readonly<Record<string, Duration>>;
}

export interface AlarmsProps extends AlarmSettings {
  /** The prefix of every alarm name, and the `stack` dimension of the metrics. */
  readonly mailfoldName: string;
  readonly api: HttpApi;
  readonly queue: IQueue;
  readonly visibilityTimeout: Duration;
  readonly deadLetters: IQueue;
  readonly sesDeadLetters: IQueue;
  readonly consumer: IFunction;
  /** The tables that Mailfold writes to, with the names of their indexes. */
  readonly tables: readonly { readonly table: ITable; readonly indexes: readonly string[] }[];
  readonly encryptionKey?: IKey;
}

/** Describes one alarm; alarms.ts creates it. */
export type AlarmPlan = Pick<
  CloudWatchAlarmProps,
  'threshold' | 'comparisonOperator' | 'treatMissingData'
> & {
  /** The heading in docs/runbook.md. */
  readonly title: string;
  /** Tells apart several alarms with the same title. */
  readonly provider?: string;
  /** The start of the alarm's description. */
  readonly means: string;
  readonly metric: IMetric;
  /** `[2, 3]` raises the alarm when 2 of the last 3 periods breach the threshold. @default [1, 1] */
  readonly periods?: readonly [number, number];
};

const minute = Duration.minutes(1);
const fiveMinutes = Duration.minutes(5);
// Trouble that ends within one period of 5 minutes should wake nobody.
const twoOfThree = [2, 3] as const;

/** All alarms, in the order in which an event passes through the stack. */
export function alarmPlans(props: AlarmsProps): AlarmPlan[] {
  return [
    ...receiverAlarms(props),
    ...silenceAlarms(props),
    ...queueAlarms(props),
    ...consumerAlarms(props),
    ...tableAlarms(props),
    ...mailAlarms(props),
  ];
}

function receiverAlarms({ mailfoldName, api, ...settings }: AlarmsProps): AlarmPlan[] {
  return [
    {
      title: 'The receiver answers 5xx',
      means:
        'The API answers 5xx because of a fault in this stack. Providers retry webhooks, but only for a limited time.',
      metric: api.metricServerError({ period: fiveMinutes, statistic: 'Sum' }),
      threshold: 1,
      periods: twoOfThree,
    },
    {
      title: 'Many requests are refused',
      means: 'Many requests fail verification: a key is wrong, or somebody sends forged requests.',
      metric: mailfoldMetric(mailfoldName, 'Refused', { period: fiveMinutes }),
      threshold: 5 * (settings.refusalsPerMinute ?? 10),
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    },
    {
      title: 'Signatures are stale',
      means:
        'Correctly signed webhooks arrive with a timestamp outside the tolerance. Their events may be lost.',
      metric: mailfoldMetric(mailfoldName, 'Stale', { period: Duration.minutes(15) }),
      threshold: settings.staleSignatures ?? 5,
    },
  ];
}

function silenceAlarms({ mailfoldName, silence = {} }: AlarmsProps): AlarmPlan[] {
  return Object.entries(silence).map(([provider, longest]) => {
    const minutes = longest.toMinutes();
    if (minutes < 5 || minutes > 7 * 24 * 60) {
      throw new BadSetting(
        `expected the silence of ${provider} to be from 5 minutes to 7 days, found ${minutes} minutes; ` +
          'CloudWatch alarms look back at most 7 days',
      );
    }
    // For alarms that look back more than a day, CloudWatch requires periods of at least an hour.
    const period = minutes <= 24 * 60 ? fiveMinutes : Duration.hours(1);
    const periods = Math.ceil(minutes / period.toMinutes());
    return {
      title: 'A provider is silent',
      provider,
      means: `No event has arrived from ${provider} for longer than the setting allows.`,
      metric: mailfoldMetric(mailfoldName, arrivalMetric(provider), { period, dimensions: { provider } }),
      threshold: 1,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      periods: [periods, periods],
      // A provider that sends nothing writes no data points.
      treatMissingData: TreatMissingData.BREACHING,
    };
  });
}

/** Events that come through the topic do not pass the receiver, so only the consumer counts them. */
function arrivalMetric(provider: string): 'Accepted' | 'Finished' {
  return manifestOf(provider)?.transport === 'topic' ? 'Finished' : 'Accepted';
}

function queueAlarms(props: AlarmsProps): AlarmPlan[] {
  const { queue, deadLetters, sesDeadLetters, visibilityTimeout } = props;
  const maxAge = props.maxQueueAge ?? Duration.seconds(2 * visibilityTimeout.toSeconds());
  const messagesIn = (letters: IQueue) =>
    letters.metricApproximateNumberOfMessagesVisible({ period: minute, statistic: 'Maximum' });
  return [
    {
      title: `${topicProvider.title} dead letters are waiting`,
      means: `SNS could not deliver ${topicProvider.title} events to the events queue and will not retry.`,
      metric: messagesIn(sesDeadLetters),
      threshold: 1,
    },
    {
      title: 'Events wait too long',
      means: 'The consumer does not keep up, or messages keep failing and will soon be dead letters.',
      metric: queue.metricApproximateAgeOfOldestMessage({ period: minute, statistic: 'Maximum' }),
      threshold: maxAge.toSeconds(),
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      periods: [3, 3],
    },
    {
      title: 'Dead letters are waiting',
      means:
        'Messages failed in every delivery. SQS deletes them 14 days after they were first sent; until you redrive them, their events are missing.',
      metric: messagesIn(deadLetters),
      threshold: 1,
    },
  ];
}

function consumerAlarms({ consumer }: AlarmsProps): AlarmPlan[] {
  return [
    {
      title: 'The consumer fails',
      means: 'Runs of the consumer crash or time out, and their messages are delivered again.',
      metric: consumer.metricErrors({ period: fiveMinutes, statistic: 'Sum' }),
      threshold: 1,
      periods: twoOfThree,
    },
    {
      title: 'The consumer is throttled',
      means: 'Lambda has no free concurrency for the consumer, and each throttled run uses up a delivery.',
      metric: consumer.metricThrottles({ period: fiveMinutes, statistic: 'Sum' }),
      threshold: 1,
      periods: twoOfThree,
    },
  ];
}

function tableAlarms({ tables }: AlarmsProps): AlarmPlan[] {
  return [
    {
      title: 'DynamoDB throttles',
      means: 'DynamoDB throttles writes to a table or an index, so events are stored late.',
      metric: writeThrottles(tables, fiveMinutes),
      threshold: 1,
      periods: twoOfThree,
    },
  ];
}

/** What the events say about the operator's mail. */
function mailAlarms({ mailfoldName, ...settings }: AlarmsProps): AlarmPlan[] {
  const minimum = settings.minimumDeliveries ?? 200;
  return [
    {
      title: 'Too many hard bounces',
      means: 'Too much of your mail goes to addresses that do not exist. Providers may stop sending for you.',
      metric: bounceRate(mailfoldName, Duration.hours(1), minimum),
      threshold: settings.bounceRatePercent ?? 5,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    },
    {
      title: 'Too many complaints',
      means: 'Too many recipients report your mail as spam. Mailbox providers may start to refuse it.',
      metric: complaintRate(mailfoldName, Duration.days(1), minimum),
      threshold: settings.complaintRatePercent ?? 0.1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    },
  ];
}

/** In percent; 0 with fewer than `minimum` messages. */
export function bounceRate(mailfoldName: string, period: Duration, minimum: number): MathExpression {
  return rate('hard bounces, %', period, {
    expression: `IF(good + bad >= ${minimum}, 100 * bad / (good + bad), 0)`,
    good: storedOf(mailfoldName, 'delivered', period),
    bad: storedOf(mailfoldName, 'hard_bounce', period),
  });
}

/** In percent; 0 with fewer than `minimum` deliveries. A single complaint is not a rate, so it counts as 0 too. */
export function complaintRate(mailfoldName: string, period: Duration, minimum: number): MathExpression {
  return rate('complaints, %', period, {
    expression: `IF(good >= ${minimum} AND bad >= 2, 100 * bad / good, 0)`,
    good: storedOf(mailfoldName, 'delivered', period),
    bad: storedOf(mailfoldName, 'complaint', period),
  });
}

function rate(
  label: string,
  period: Duration,
  { expression, good, bad }: { expression: string; good: Metric; bad: Metric },
) {
  return new MathExpression({
    // A period without a bounce has no data point, and without FILL the whole expression would have none.
    expression: expression.replaceAll(/\b(good|bad)\b/g, 'FILL($1, 0)'),
    usingMetrics: { good, bad },
    period,
    label,
  });
}

function storedOf(mailfoldName: string, type: string, period: Duration): Metric {
  return mailfoldMetric(mailfoldName, 'Stored', { period, dimensions: { type } });
}

/** The sum over all tables and their indexes: a throttled index also throttles writes to its table. */
export function writeThrottles(tables: AlarmsProps['tables'], period: Duration): MathExpression {
  const targets = tables.flatMap(({ table, indexes }) => [
    { TableName: table.tableName },
    ...indexes.map((index) => ({ TableName: table.tableName, GlobalSecondaryIndexName: index })),
  ]);
  const metrics = targets.map((dimensionsMap, index): [string, Metric] => [
    `m${index}`,
    new Metric({
      namespace: 'AWS/DynamoDB',
      metricName: 'WriteThrottleEvents',
      dimensionsMap,
      statistic: 'Sum',
      period,
    }),
  ]);
  return new MathExpression({
    expression: metrics.map(([name]) => `FILL(${name}, 0)`).join(' + '),
    usingMetrics: Object.fromEntries(metrics),
    period,
    label: 'throttled writes',
  });
}
