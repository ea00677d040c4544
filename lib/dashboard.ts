import { Aws, Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { IAlarm, IMetric, IWidget } from 'aws-cdk-lib/aws-cloudwatch';
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
import type { AccessLog } from './access-log.ts';
import { bounceRate, complaintRate } from './mail-alarms.ts';
import { mailfoldMetric, mailfoldMetricBy } from './mailfold-metrics.ts';
import { writeThrottles } from './storing-alarms.ts';

export interface EventDashboardProps {
  /** The start of the dashboard's name, and the `stack` dimension of the metrics. */
  readonly mailfoldName: string;
  readonly api: HttpApi;
  readonly accessLog: AccessLog;
  readonly receiver: IFunction;
  /** The topic that SES publishes to. */
  readonly topic: ITopic;
  readonly sesDeadLetters: IQueue;
  readonly queue: IQueue;
  readonly deadLetters: IQueue;
  readonly consumer: IFunction;
  readonly tables: readonly { readonly table: ITable; readonly indexes: readonly string[] }[];
  /** The functions of the lake, and what the historian could not write. Absent without a lake. */
  readonly lake?: { readonly historian: IFunction; readonly failures: IQueue; readonly tidier: IFunction };
  readonly alarms: readonly IAlarm[];
}

const period = Duration.minutes(5);
const fullWidth = 24;
const { title } = topicProvider;

/** A dashboard in the order in which an event passes through the stack: where the numbers stop, the events stop. */
export class EventDashboard extends Construct {
  readonly name: string;

  constructor(scope: Construct, id: string, props: EventDashboardProps) {
    super(scope, id);
    // All regions of an account share the names of dashboards, and a second stack with the same name would fail.
    this.name = `${props.mailfoldName}-${Aws.REGION}`;
    new Dashboard(this, 'Dashboard', {
      dashboardName: this.name,
      defaultInterval: Duration.hours(12),
      widgets: [
        [new AlarmStatusWidget({ title: 'Alarms', alarms: [...props.alarms], width: fullWidth, height: 3 })],
        ...stage('1. API', 'What providers post, and the answers they get.', apiGraphs(props)),
        ...stage(
          '2. Receiver',
          'Webhooks are verified and sent to the queue, or refused.',
          receiverGraphs(props),
        ),
        ...stage(
          `3. ${title}`,
          `${title} events arrive through a topic, without the receiver.`,
          topicGraphs(props),
        ),
        ...stage('4. Queue', 'What was accepted and is not stored yet.', queueGraphs(props)),
        ...stage(
          '5. Consumer',
          'Events are normalised, folded and stored. What cannot be read is split off.',
          consumerGraphs(props),
        ),
        ...stage('6. Tables', 'What is stored.', tableGraphs(props)),
        ...stage('7. The mail itself', 'What the events say about your mail.', mailGraphs(props)),
        ...(props.lake
          ? stage(
              '8. Lake',
              'The history of all events, which statistics are counted from.',
              lakeGraphs(props.lake),
            )
          : []),
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

function apiGraphs({ api, accessLog, receiver }: EventDashboardProps): IWidget[] {
  return [
    graph('Requests and refusals', 8, [
      api.metricCount({ label: 'requests', period }),
      // Throttled requests (429) and bodies above API Gateway's limit (413) never reach the receiver.
      api.metricClientError({ label: '4xx', period, color: Color.ORANGE }),
      accessLog.throttled(period).with({ label: '429', color: Color.BROWN }),
      api.metricServerError({ label: '5xx', period, color: Color.RED }),
      accessLog.apiFailures(period).with({ label: '5xx for programs', color: Color.PURPLE }),
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

function receiverGraphs({ mailfoldName }: EventDashboardProps): IWidget[] {
  const by = linePerValue(mailfoldName);
  return [
    graph('Accepted', 6, [by('Accepted', ['provider'])]),
    graph('Refused, by reason', 6, [by('Refused', ['provider', 'reason'])]),
    graph('Stale signatures', 6, [by('Stale', ['provider'])]),
    graph('Not accepted', 6, [
      by('Unavailable', ['provider'], 'our fault'),
      by('NoKeys', ['provider'], 'no keys'),
      by('TooLarge', ['provider', 'reason'], 'too large'),
    ]),
  ];
}

function topicGraphs({ topic, sesDeadLetters }: EventDashboardProps): IWidget[] {
  return [
    graph(`Published by ${title}`, 12, [
      topic.metricNumberOfMessagesPublished({ label: 'published', period }),
      topic.metricNumberOfNotificationsDelivered({ label: 'delivered to the queue', period }),
      topic.metricNumberOfNotificationsFailed({ label: 'failed', period, color: Color.RED }),
    ]),
    graph(`${title} dead letters`, 12, [
      sesDeadLetters.metricApproximateNumberOfMessagesVisible({ label: 'waiting', period, color: Color.RED }),
    ]),
  ];
}

function queueGraphs({ mailfoldName, queue, deadLetters, topic }: EventDashboardProps): IWidget[] {
  return [
    graph(
      'Waiting, and for how long',
      6,
      [
        queue.metricApproximateNumberOfMessagesVisible({ label: 'waiting', statistic: 'Maximum', period }),
        queue.metricApproximateNumberOfMessagesNotVisible({
          label: 'in progress',
          statistic: 'Maximum',
          period,
        }),
      ],
      [queue.metricApproximateAgeOfOldestMessage({ label: 'oldest, s', statistic: 'Maximum', period })],
    ),
    graph('Bytes sent to the queue', 6, [linePerValue(mailfoldName)('EnqueuedBytes', ['provider'])]),
    graph('Accepted minus finished', 6, acceptedMinusFinished(mailfoldName, topic)),
    graph('Dead letters', 6, [
      deadLetters.metricApproximateNumberOfMessagesVisible({ label: 'waiting', period, color: Color.RED }),
    ]),
  ];
}

/**
 * Counts queue messages, because one request may contain a thousand events. Each message comes from the receiver, from
 * the topic, or from an event that was split off, and is finished once unless SQS delivers it twice. The difference is
 * waiting, a dead letter, or older than the graph.
 */
function acceptedMinusFinished(mailfoldName: string, topic: ITopic): IMetric[] {
  const usingMetrics = {
    accepted: mailfoldMetric(mailfoldName, 'Accepted', { period }),
    published: topic.metricNumberOfNotificationsDelivered({ period }),
    split: mailfoldMetric(mailfoldName, 'SplitOff', { period }),
    finished: mailfoldMetric(mailfoldName, 'Finished', { period }),
  };
  const added = 'FILL(accepted, 0) + FILL(published, 0) + FILL(split, 0)';
  return [
    new MathExpression({
      expression: `RUNNING_SUM(${added} - FILL(finished, 0))`,
      usingMetrics,
      label: 'messages since the start of the graph',
      period,
    }),
  ];
}

function consumerGraphs({ mailfoldName, consumer }: EventDashboardProps): IWidget[] {
  const by = linePerValue(mailfoldName);
  return [
    graph('Runs of the consumer', 6, [
      consumer.metricInvocations({ label: 'runs', period }),
      consumer.metricErrors({ label: 'errors', period, color: Color.RED }),
      consumer.metricThrottles({ label: 'throttled', period, color: Color.ORANGE }),
      mailfoldMetric(mailfoldName, 'Unfinished', { label: 'messages to be retried', period }),
    ]),
    graph('How long a run takes, ms', 6, [
      consumer.metricDuration({ label: 'median', statistic: 'p50', period }),
      consumer.metricDuration({ label: 'slowest 1 %', statistic: 'p99', period }),
    ]),
    graph('From event to stored, s', 6, [by('LagSeconds', ['provider'])]),
    graph('Not understood', 6, [
      by('Poison', ['provider'], 'unreadable'),
      by('Unknown', ['provider'], 'unknown type'),
    ]),
  ];
}

function tableGraphs({ mailfoldName, tables }: EventDashboardProps): IWidget[] {
  const by = linePerValue(mailfoldName);
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
    graph('Events stored, by type', 6, [
      by('Stored', ['provider', 'type']),
      by('Imported', ['provider', 'type'], 'imported'),
    ]),
    graph('Repeated events, by type', 6, [by('Repeated', ['provider', 'type'])]),
    graph('Evidence against sending', 6, [by('Suppressions', ['cause'])]),
    graph('Write units, and throttled writes', 6, writes, [writeThrottles(tables, period)]),
  ];
}

function lakeGraphs({ historian, failures, tidier }: NonNullable<EventDashboardProps['lake']>): IWidget[] {
  return [
    graph('Age of the events that the historian reads, ms', 6, [
      historian.metric('IteratorAge', { label: 'oldest', statistic: 'Maximum', period }),
    ]),
    graph('Runs of the historian', 6, [
      historian.metricInvocations({ label: 'runs', period }),
      historian.metricErrors({ label: 'errors', period, color: Color.RED }),
    ]),
    graph('Batches that are not in the lake', 6, [
      failures.metricApproximateNumberOfMessagesVisible({ label: 'waiting', period, color: Color.RED }),
    ]),
    graph('Runs of the tidier', 6, [
      tidier.metricInvocations({ label: 'runs', period }),
      tidier.metricErrors({ label: 'errors', period, color: Color.RED }),
    ]),
  ];
}

function mailGraphs({ mailfoldName }: EventDashboardProps): IWidget[] {
  // No minimum, unlike the alarms: the other graphs show how many messages there were.
  return [
    graph('Hard bounces, %', 12, [bounceRate(mailfoldName, Duration.hours(1), 1)]),
    graph('Complaints, %', 12, [complaintRate(mailfoldName, Duration.days(1), 1)]),
  ];
}

/** One line for each value of the dimensions, labelled with the value and, in a graph of several metrics, a prefix. */
function linePerValue(mailfoldName: string) {
  return (name: MetricName, by: readonly DimensionName[], prefix?: string) => {
    // CloudWatch replaces PROP with the value of the dimension.
    const values = by.map((dimension) => `\${PROP('Dim.${dimension}')}`).join(' ');
    const label = prefix ? `${prefix}: ${values}` : values;
    return mailfoldMetricBy(mailfoldName, name, by, { period, label });
  };
}
