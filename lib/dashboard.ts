import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Alarm, IMetric, IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import {
  AlarmStatusWidget,
  Color,
  Dashboard,
  GraphWidget,
  MathExpression,
  Metric,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { DimensionName, MetricName } from '../lambdas/metrics.ts';
import { topicProvider } from '../providers/manifests.ts';
import { bounceRate, complaintRate, writeThrottles } from './alarm-plans.ts';
import { ownMetric, ownMetricBy } from './own-metrics.ts';

export interface EventDashboardProps {
  /** The dashboard's name, and what the metrics are told apart by. */
  readonly mailfoldName: string;
  readonly api: HttpApi;
  readonly receiver: IFunction;
  /** Where SES publishes. */
  readonly topic: ITopic;
  readonly sesDeadLetters: IQueue;
  readonly queue: IQueue;
  readonly deadLetters: IQueue;
  readonly consumer: IFunction;
  readonly tables: readonly { readonly table: ITable; readonly indexes: readonly string[] }[];
  readonly alarms: readonly Alarm[];
}

const period = Duration.minutes(5);
const fullWidth = 24;
const { title } = topicProvider;

/** A dashboard that is read from top to bottom, as an event travels: where the numbers stop, the event stopped. */
export class EventDashboard extends Construct {
  readonly name: string;

  constructor(scope: Construct, id: string, props: EventDashboardProps) {
    super(scope, id);
    this.name = props.mailfoldName;
    new Dashboard(this, 'Dashboard', {
      dashboardName: this.name,
      defaultInterval: Duration.hours(12),
      widgets: [
        [new AlarmStatusWidget({ title: 'Alarms', alarms: [...props.alarms], width: fullWidth, height: 3 })],
        ...stage('1. At the door', 'What providers post, and what they are answered.', atTheDoor(props)),
        ...stage('2. Receiver', 'Verified and put into the queue, or refused.', receiver(props)),
        ...stage(
          `3. ${title}`,
          `Events of ${title} come by a topic and not by the receiver.`,
          topicFeed(props),
        ),
        ...stage('4. Queue', 'What has been taken in and is not stored yet.', queue(props)),
        ...stage('5. Consumer', 'Understood, folded, stored; what cannot be is set aside.', consumer(props)),
        ...stage('6. Tables', 'Where it ends.', tables(props)),
        ...stage('7. The mail itself', 'What all these events say about your mail.', mail(props)),
      ],
    });
  }
}

function stage(title: string, about: string, widgets: readonly IWidget[]): IWidget[][] {
  return [[new TextWidget({ markdown: `## ${title}\n${about}`, width: fullWidth, height: 2 })], [...widgets]];
}

function graph(
  title: string,
  width: number,
  left: readonly IMetric[],
  right: readonly IMetric[] = [],
): GraphWidget {
  return new GraphWidget({
    title,
    width,
    height: 6,
    left: [...left],
    right: [...right],
    period,
    leftYAxis: { min: 0 },
  });
}

function atTheDoor({ api, receiver }: EventDashboardProps): IWidget[] {
  return [
    graph('Requests and refusals', 8, [
      api.metricCount({ label: 'requests', period }),
      // Throttled requests (429) and bodies above API Gateway's limit (413) are seen here only.
      api.metricClientError({ label: '4xx', period, color: Color.ORANGE }),
      api.metricServerError({ label: '5xx', period, color: Color.RED }),
    ]),
    graph('How long providers wait, ms', 8, [
      api.metricLatency({ label: 'median', statistic: 'p50', period }),
      api.metricLatency({ label: 'slowest 1 %', statistic: 'p99', period }),
    ]),
    graph('Runs of the receiver', 8, [
      receiver.metricInvocations({ label: 'runs', period }),
      receiver.metricErrors({ label: 'errors', period, color: Color.RED }),
      receiver.metricThrottles({ label: 'throttled', period, color: Color.ORANGE }),
    ]),
  ];
}

function receiver({ mailfoldName }: EventDashboardProps): IWidget[] {
  const by = linesOf(mailfoldName);
  return [
    graph('Accepted', 6, [by('Accepted', ['provider'])]),
    graph('Refused, by reason', 6, [by('Refused', ['provider', 'reason'])]),
    graph('Stale signatures', 6, [by('Stale', ['provider'])]),
    graph('Not taken in', 6, [
      by('Unavailable', ['provider'], 'our fault'),
      by('TooLarge', ['provider'], 'too large'),
    ]),
  ];
}

function topicFeed({ topic, sesDeadLetters }: EventDashboardProps): IWidget[] {
  return [
    graph(`Published by ${title}`, 12, [
      topic.metricNumberOfMessagesPublished({ label: 'published', period }),
      topic.metricNumberOfNotificationsDelivered({ label: 'handed to the queue', period }),
      topic.metricNumberOfNotificationsFailed({ label: 'failed', period, color: Color.RED }),
    ]),
    graph(`${title} dead letters`, 12, [
      sesDeadLetters.metricApproximateNumberOfMessagesVisible({ label: 'waiting', period, color: Color.RED }),
    ]),
  ];
}

function queue({ mailfoldName, queue, deadLetters, topic }: EventDashboardProps): IWidget[] {
  return [
    graph(
      'Waiting, and for how long',
      6,
      [
        queue.metricApproximateNumberOfMessagesVisible({ label: 'waiting', statistic: 'Maximum', period }),
        queue.metricApproximateNumberOfMessagesNotVisible({ label: 'in work', statistic: 'Maximum', period }),
      ],
      [queue.metricApproximateAgeOfOldestMessage({ label: 'oldest, s', statistic: 'Maximum', period })],
    ),
    graph('Bytes put into the queue', 6, [linesOf(mailfoldName)('EnqueuedBytes', ['provider'])]),
    graph('Taken in minus stored', 6, takenInMinusStored(mailfoldName, topic)),
    graph('Dead letters', 6, [
      deadLetters.metricApproximateNumberOfMessagesVisible({ label: 'waiting', period, color: Color.RED }),
    ]),
  ];
}

/**
 * Counted in queue messages, because only those can be compared: one request may hold a thousand events. Each message
 * comes from the receiver, from the topic, or from an event that was split off; it is finished once, unless SQS
 * delivers it twice. What stays is on its way, among the dead letters, or older than the graph.
 */
function takenInMinusStored(mailfoldName: string, topic: ITopic): IMetric[] {
  const usingMetrics = {
    accepted: ownMetric(mailfoldName, 'Accepted', { period }),
    published: topic.metricNumberOfNotificationsDelivered({ period }),
    split: ownMetric(mailfoldName, 'SplitOff', { period }),
    finished: ownMetric(mailfoldName, 'Finished', { period }),
  };
  const takenIn = 'FILL(accepted, 0) + FILL(published, 0) + FILL(split, 0)';
  return [
    new MathExpression({
      expression: `RUNNING_SUM(${takenIn} - FILL(finished, 0))`,
      usingMetrics,
      label: 'messages, since the left edge',
      period,
    }),
  ];
}

function consumer({ mailfoldName, consumer }: EventDashboardProps): IWidget[] {
  const by = linesOf(mailfoldName);
  return [
    graph('Runs of the consumer', 6, [
      consumer.metricInvocations({ label: 'runs', period }),
      consumer.metricErrors({ label: 'errors', period, color: Color.RED }),
      consumer.metricThrottles({ label: 'throttled', period, color: Color.ORANGE }),
      ownMetric(mailfoldName, 'Unfinished', { label: 'messages handed back', period }),
    ]),
    graph('How long a run takes, ms', 6, [
      consumer.metricDuration({ label: 'median', statistic: 'p50', period }),
      consumer.metricDuration({ label: 'slowest 1 %', statistic: 'p99', period }),
    ]),
    graph('From event to stored, s', 6, [by('LagSeconds', ['provider'])]),
    graph('Not understood', 6, [
      by('Poison', ['provider'], 'poison'),
      by('Unknown', ['provider'], 'unknown type'),
    ]),
  ];
}

function tables({ mailfoldName, tables }: EventDashboardProps): IWidget[] {
  const by = linesOf(mailfoldName);
  const writes = tables.map(
    ({ table }) =>
      new Metric({
        namespace: 'AWS/DynamoDB',
        metricName: 'ConsumedWriteCapacityUnits',
        dimensionsMap: { TableName: table.tableName },
        statistic: 'Sum',
        period,
        label: table.node.id,
      }),
  );
  return [
    graph('Events stored, by type', 6, [by('Stored', ['provider', 'type'])]),
    graph('Events that were there already', 6, [by('Repeated', ['provider', 'type'])]),
    graph('New suppressions', 6, [by('Suppressions', ['cause'])]),
    graph('Write units, and throttled writes', 6, writes, [writeThrottles(tables, period)]),
  ];
}

function mail({ mailfoldName }: EventDashboardProps): IWidget[] {
  // Without a minimum: who looks can see how few they are.
  const hour = Duration.hours(1);
  return [
    graph('Hard bounces, %', 12, [bounceRate(mailfoldName, hour, 1)]),
    graph('Complaints, %', 12, [complaintRate(mailfoldName, Duration.days(1), 1)]),
  ];
}

/** One line for each value of the dimensions, labelled with the values and, where a graph has several metrics, a word. */
function linesOf(mailfoldName: string) {
  return (name: MetricName, by: readonly DimensionName[], word?: string) => {
    // CloudWatch fills these in.
    const values = by.map((dimension) => `\${PROP('Dim.${dimension}')}`).join(' ');
    return ownMetricBy(mailfoldName, name, by, { period, label: word ? `${word}: ${values}` : values });
  };
}
