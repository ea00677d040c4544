import { Duration } from 'aws-cdk-lib';
import { type AlarmPlan, type AlarmsProps, fiveMinutes, minute, twoOfThree } from './alarm-plan.ts';
import { notCalled } from './not-called-alarm.ts';

/** Programs are told within seconds. */
const mostDelay = Duration.minutes(5);

export function fanOutAlarms({ mailfoldName, fanOut }: AlarmsProps): AlarmPlan[] {
  if (!fanOut) return [];
  const { announcer, failures, sender, endpoints } = fanOut;
  return [
    {
      title: 'The announcer falls behind',
      means: 'Other programs are told of events late. After 24 hours events leave the stream.',
      metric: announcer.metric('IteratorAge', { period: fiveMinutes, statistic: 'Maximum' }),
      threshold: mostDelay.toMilliseconds(),
      periods: twoOfThree,
    },
    {
      title: 'The announcer is not called',
      means:
        'Events are stored, and Lambda has not passed one to the announcer for two hours: other programs are told of nothing. After 24 hours events leave the stream.',
      ...notCalled(mailfoldName, announcer),
    },
    {
      title: 'The announcer gave up on events',
      means: 'Some events are in the tables, and other programs were not told of them.',
      metric: failures.metricApproximateNumberOfMessagesVisible({ period: minute, statistic: 'Maximum' }),
      threshold: 1,
    },
    ...(sender
      ? [
          {
            title: 'The webhook sender fails',
            means: 'Webhooks wait, because of a fault on our side and not of an endpoint.',
            metric: sender.metricErrors({ period: fiveMinutes, statistic: 'Sum' }),
            threshold: 1,
            periods: twoOfThree,
          },
        ]
      : []),
    ...endpoints.map(({ name, setAside }) => ({
      title: 'An endpoint does not take its webhooks',
      about: name,
      means:
        'Events were refused for a day, or the endpoint is paused: its events are set aside, and SQS deletes them after 14 days.',
      metric: setAside.metricApproximateNumberOfMessagesVisible({ period: minute, statistic: 'Maximum' }),
      threshold: 1,
    })),
  ];
}
