import { randomUUID } from 'node:crypto';
import { account, region } from '../clients.ts';
import type { Invocation } from '../function-environment.ts';
import type { FunctionPool } from '../function-pool.ts';
import type { Target, TargetDelivery } from '../targets/target-delivery.ts';
import type { IsDue } from './schedule-expression.ts';

export type ScheduleSettings = {
  readonly name: string;
  readonly arn: string;
  readonly enabled: boolean;
  readonly isDue: IsDue;
  readonly target: Target;
  /** Undefined for the event that the service makes. */
  readonly input: string | undefined;
};

export type Schedule = {
  readonly settings: ScheduleSettings;
  /** Sends to the target, as the service does at the scheduled time. */
  fire(scheduledAt: Date): void;
  /** Invokes the function now, also when the schedule is disabled, and waits for its answer. */
  run(): Promise<Invocation>;
};

export function createSchedule(
  settings: ScheduleSettings,
  pool: FunctionPool,
  delivery: TargetDelivery,
): Schedule {
  return {
    settings,
    fire(scheduledAt) {
      const about = { SCHEDULE_ARN: settings.arn, SCHEDULED_TIME: secondsOf(scheduledAt) };
      delivery.send(settings.target, payloadOf(settings, scheduledAt), about);
    },
    run: () => pool.invoke(JSON.parse(payloadOf(settings, new Date()))),
  };
}

/** The input, with the values that it asks for in angle brackets. */
function payloadOf({ arn, input }: ScheduleSettings, scheduledAt: Date): string {
  const executionId = randomUUID();
  if (input === undefined) {
    return JSON.stringify({
      version: '0',
      id: executionId,
      'detail-type': 'Scheduled Event',
      source: 'aws.scheduler',
      account,
      time: secondsOf(scheduledAt),
      region,
      resources: [arn],
      detail: '{}',
    });
  }
  return input
    .replaceAll('<aws.scheduler.schedule-arn>', arn)
    .replaceAll('<aws.scheduler.scheduled-time>', secondsOf(scheduledAt))
    .replaceAll('<aws.scheduler.execution-id>', executionId)
    .replaceAll('<aws.scheduler.attempt-number>', '1');
}

function secondsOf(moment: Date): string {
  return `${moment.toISOString().slice(0, 19)}Z`;
}
