import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { manifestOf } from '../providers/manifests.ts';
import { type AlarmPlan, type AlarmsProps, fiveMinutes } from './alarm-plan.ts';
import { BadSetting } from './bad-setting.ts';
import { mailfoldMetric } from './mailfold-metrics.ts';

export function silenceAlarms({ mailfoldName, silence = {} }: AlarmsProps): AlarmPlan[] {
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
    const arrivals = mailfoldMetric(mailfoldName, arrivalMetric(provider), {
      period,
      dimensions: { provider },
    });
    return {
      title: 'A provider is silent',
      about: provider,
      means: `No event has arrived from ${provider} for longer than the setting allows.`,
      metric: arrivals,
      threshold: 1,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      periods: [periods, periods],
      // A provider that sends nothing writes no data points.
      treatMissingData: TreatMissingData.BREACHING,
      // Between the deployment and the first event, silence is normal.
      onceThereWas: arrivals,
    };
  });
}

/** Events that come through the topic do not pass the receiver, so only the consumer counts them. */
function arrivalMetric(provider: string): 'Accepted' | 'Finished' {
  return manifestOf(provider)?.transport === 'topic' ? 'Finished' : 'Accepted';
}
