import type { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { type AlarmPlan, type AlarmsProps, fiveMinutes, twoOfThree } from './alarm-plan.ts';

export function consumerAlarms({ consumer }: AlarmsProps): AlarmPlan[] {
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

export function tableAlarms({ tables }: AlarmsProps): AlarmPlan[] {
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
