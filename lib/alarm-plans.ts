import type { AlarmPlan, AlarmsProps } from './alarm-plan.ts';
import { fanOutAlarms } from './fan-out-alarms.ts';
import { intakeAlarms } from './intake-alarms.ts';
import { lakeAlarms } from './lake-alarms.ts';
import { mailAlarms } from './mail-alarms.ts';
import { queueAlarms } from './queue-alarms.ts';
import { silenceAlarms } from './silence-alarms.ts';
import { consumerAlarms, tableAlarms } from './storing-alarms.ts';

/** All alarms, in the order in which an event passes through the stack. */
export function alarmPlans(props: AlarmsProps): AlarmPlan[] {
  return [
    ...intakeAlarms(props),
    ...silenceAlarms(props),
    ...queueAlarms(props),
    ...consumerAlarms(props),
    ...tableAlarms(props),
    ...lakeAlarms(props),
    ...fanOutAlarms(props),
    ...mailAlarms(props),
  ];
}
