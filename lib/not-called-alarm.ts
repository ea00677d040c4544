import { Duration } from 'aws-cdk-lib';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { AlarmPlan } from './alarm-plan.ts';
import { storedOf } from './mailfold-metrics.ts';

/**
 * The condition that events are stored and a reader of their stream is not called at all: its event source mapping is switched off, or
 * Lambda may no longer read the stream. Lambda writes `IteratorAge` only when it calls a function, so no delay tells of this.
 */
export function notCalled(
  mailfoldName: string,
  reader: IFunction,
): Pick<AlarmPlan, 'metric' | 'threshold' | 'periods'> {
  const period = Duration.hours(1);
  return {
    metric: new MathExpression({
      // Nearly every message ends in one of the two, and every further metric costs as much as another alarm.
      expression: 'IF(FILL(delivered, 0) + FILL(bounced, 0) > 0 AND FILL(calls, 0) < 1, 1, 0)',
      usingMetrics: {
        delivered: storedOf(mailfoldName, 'delivered', period),
        bounced: storedOf(mailfoldName, 'hard_bounce', period),
        calls: reader.metricInvocations({ period, statistic: 'Sum' }),
      },
      period,
      label: 'events stored without a call',
    }),
    threshold: 1,
    // What is stored at the end of an hour is read in the next, after the batching window. Two such hours in a row need a stop.
    periods: [2, 2],
  };
}
