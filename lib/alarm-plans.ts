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
import { ownMetric } from './own-metrics.ts';

/** Who is told, and from when on. */
export interface AlarmSettings {
  /** Is told of every alarm, and when it is over. @default - nobody: subscribe to the alarm topic yourself */
  readonly email?: string;
  /** Told instead of a topic of Mailfold's own. It must let CloudWatch publish. @default - a topic is made */
  readonly topic?: ITopic;
  /**
   * How old the oldest message in the events queue may be.
   * @default - twice the queue's visibility timeout: a message has then failed twice, and has three more deliveries
   */
  readonly maxQueueAge?: Duration;
  /** Requests that are not genuine, on average over five minutes. @default 10 */
  readonly refusalsPerMinute?: number;
  /** Requests with a signature that is too old, within a quarter of an hour. @default 5 */
  readonly staleSignatures?: number;
  /** Hard bounces among those delivered or bounced, within an hour. @default 5 */
  readonly bounceRatePercent?: number;
  /** Complaints among those delivered, within a day. @default 0.1 */
  readonly complaintRatePercent?: number;
  /** With fewer deliveries in that time a rate means nothing. @default 200 */
  readonly minimumDeliveries?: number;
  /**
   * How long a provider is quiet at most on an ordinary day, by its name; 5 minutes to 7 days. Only you know.
   * Not for Awardee, whose events are rare by nature.
   * @default - none: no provider is missed
   */
  readonly silence?: Readonly<Record<string, Duration>>;
}

export interface AlarmsProps extends AlarmSettings {
  /** What comes before the names of the alarms, and what the metrics are told apart by. */
  readonly mailfoldName: string;
  readonly api: HttpApi;
  readonly queue: IQueue;
  readonly visibilityTimeout: Duration;
  readonly deadLetters: IQueue;
  readonly sesDeadLetters: IQueue;
  readonly consumer: IFunction;
  /** Tables that are written to, each with its indexes. */
  readonly tables: readonly { readonly table: ITable; readonly indexes: readonly string[] }[];
  readonly encryptionKey?: IKey;
}

/** One alarm, before it is one of CloudWatch's. */
export type AlarmPlan = Pick<
  CloudWatchAlarmProps,
  'threshold' | 'comparisonOperator' | 'treatMissingData'
> & {
  /** The heading in docs/runbook.md. */
  readonly title: string;
  /** Of several alarms under one heading, which one. */
  readonly of?: string;
  readonly means: string;
  readonly metric: IMetric;
  /** So many periods of the last so many. @default [1, 1] */
  readonly periods?: readonly [number, number];
};

const minute = Duration.minutes(1);
const fiveMinutes = Duration.minutes(5);
// Twice within a quarter of an hour: what passes by itself wakes nobody.
const lasting = [2, 3] as const;

/** All of them, in the order in which an event travels. */
export function alarmPlans(props: AlarmsProps): AlarmPlan[] {
  return [
    ...atTheDoor(props),
    ...silences(props),
    ...onTheWay(props),
    ...atTheStore(props),
    ...aboutTheMail(props),
  ];
}

function atTheDoor({ mailfoldName, api, ...settings }: AlarmsProps): AlarmPlan[] {
  return [
    {
      title: 'The receiver answers 5xx',
      means: 'Webhooks are not taken in by a fault on our side; providers try again, but not for ever.',
      metric: api.metricServerError({ period: fiveMinutes, statistic: 'Sum' }),
      threshold: 1,
      periods: lasting,
    },
    {
      title: 'Many requests are refused',
      means: 'Requests come in that are not genuine: a key is wrong, or somebody is trying.',
      metric: ownMetric(mailfoldName, 'Refused', { period: fiveMinutes }),
      threshold: 5 * (settings.refusalsPerMinute ?? 10),
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    },
    {
      title: 'Signatures are stale',
      means: 'Well-signed webhooks come too late to be believed, and their events may be lost.',
      metric: ownMetric(mailfoldName, 'Stale', { period: Duration.minutes(15) }),
      threshold: settings.staleSignatures ?? 5,
    },
  ];
}

function silences({ mailfoldName, silence = {} }: AlarmsProps): AlarmPlan[] {
  return Object.entries(silence).map(([provider, longest]) => {
    const minutes = longest.toMinutes();
    if (minutes < 5 || minutes > 7 * 24 * 60) {
      throw new Error(
        `expected the silence of ${provider} to be from 5 minutes to 7 days, found ${minutes} minutes; ` +
          'CloudWatch looks back no further',
      );
    }
    // Within a day CloudWatch looks at short periods, beyond it at hours only.
    const period = minutes <= 24 * 60 ? fiveMinutes : Duration.hours(1);
    const periods = Math.ceil(minutes / period.toMinutes());
    return {
      title: 'A provider is silent',
      of: provider,
      means: `Nothing has come from ${provider} for longer than is usual for it.`,
      metric: ownMetric(mailfoldName, signOfLife(provider), { period, dimensions: { provider } }),
      threshold: 1,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      periods: [periods, periods],
      // Silence is data that is missing.
      treatMissingData: TreatMissingData.BREACHING,
    };
  });
}

/** What comes by the topic is never seen by the receiver. */
function signOfLife(provider: string): 'Accepted' | 'Finished' {
  return manifestOf(provider)?.transport === 'topic' ? 'Finished' : 'Accepted';
}

function onTheWay(props: AlarmsProps): AlarmPlan[] {
  const { queue, deadLetters, sesDeadLetters, consumer, visibilityTimeout } = props;
  const maxAge = props.maxQueueAge ?? Duration.seconds(2 * visibilityTimeout.toSeconds());
  const waitingIn = (letters: IQueue) =>
    letters.metricApproximateNumberOfMessagesVisible({ period: minute, statistic: 'Maximum' });
  return [
    {
      title: `${topicProvider.title} dead letters are waiting`,
      means: `SNS could not hand events of ${topicProvider.title} to the events queue, and will not try again.`,
      metric: waitingIn(sesDeadLetters),
      threshold: 1,
    },
    {
      title: 'Events wait too long',
      means: 'The consumer does not keep up, or its messages fail and will soon be dead letters.',
      metric: queue.metricApproximateAgeOfOldestMessage({ period: minute, statistic: 'Maximum' }),
      threshold: maxAge.toSeconds(),
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      periods: [3, 3],
    },
    {
      title: 'Dead letters are waiting',
      means:
        'Events failed five times and were set aside; they are kept for 14 days, and missing until redriven.',
      metric: waitingIn(deadLetters),
      threshold: 1,
    },
    {
      title: 'The consumer fails',
      means: 'Runs of the consumer crash or take too long, and their messages come back.',
      metric: consumer.metricErrors({ period: fiveMinutes, statistic: 'Sum' }),
      threshold: 1,
      periods: lasting,
    },
    {
      title: 'The consumer is throttled',
      means: 'Lambda has no room to run the consumer, and each refusal uses up a delivery.',
      metric: consumer.metricThrottles({ period: fiveMinutes, statistic: 'Sum' }),
      threshold: 1,
      periods: lasting,
    },
  ];
}

function atTheStore({ tables }: AlarmsProps): AlarmPlan[] {
  return [
    {
      title: 'DynamoDB throttles',
      means: 'A table or an index takes fewer writes than there are, and events wait for it.',
      metric: writeThrottles(tables, fiveMinutes),
      threshold: 1,
      periods: lasting,
    },
  ];
}

function aboutTheMail({ mailfoldName, ...settings }: AlarmsProps): AlarmPlan[] {
  const minimum = settings.minimumDeliveries ?? 200;
  return [
    {
      title: 'Too many hard bounces',
      means: 'So many addresses do not exist that providers may stop sending for you.',
      metric: bounceRate(mailfoldName, Duration.hours(1), minimum),
      threshold: settings.bounceRatePercent ?? 5,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    },
    {
      title: 'Too many complaints',
      means: 'So many people call the mail spam that mailbox providers may refuse it.',
      metric: complaintRate(mailfoldName, Duration.days(1), minimum),
      threshold: settings.complaintRatePercent ?? 0.1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    },
  ];
}

/** In percent; 0 while there are too few to tell. */
export function bounceRate(mailfoldName: string, period: Duration, minimum: number): MathExpression {
  return rate('hard bounces, %', period, {
    expression: `IF(good + bad >= ${minimum}, 100 * bad / (good + bad), 0)`,
    good: storedOf(mailfoldName, 'delivered', period),
    bad: storedOf(mailfoldName, 'hard_bounce', period),
  });
}

/** In percent; 0 while there are too few to tell. One complaint is a person, and from two on there is a rate. */
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
    // In an hour without a bounce nobody has written that there was none.
    expression: expression.replaceAll(/\b(good|bad)\b/g, 'FILL($1, 0)'),
    usingMetrics: { good, bad },
    period,
    label,
  });
}

function storedOf(mailfoldName: string, type: string, period: Duration): Metric {
  return ownMetric(mailfoldName, 'Stored', { period, dimensions: { type } });
}

/** Of all tables and their indexes together: a full index holds up its table. */
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
