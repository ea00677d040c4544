import { AlarmType, CloudWatchClient, paginateDescribeAlarms } from '@aws-sdk/client-cloudwatch';
import { outputs } from '../../lib/outputs.ts';
import type { Target } from '../target.ts';
import type { Check } from './check.ts';
import { unknown, unwell, well } from './finding.ts';

const what = 'alarms';

export const alarms: Check = {
  what,
  async run(target) {
    if (target.isLocal) return [unknown(what, 'a local run has none')];
    const found = await alarmsOf(target);
    if (found.length === 0) return [unknown(what, 'this stack has none')];
    const raised = found.filter(({ state }) => state === 'ALARM');
    if (raised.length === 0) return [well(what, `${found.length}, none raised`)];
    return raised.map(({ name }) =>
      unwell(what, `"${name}" is raised`, 'read the section of that name in docs/runbook.md'),
    );
  },
};

async function alarmsOf(target: Target) {
  const client = new CloudWatchClient(target.settings);
  const found: { readonly name: string; readonly state: string }[] = [];
  const query = {
    AlarmNamePrefix: `${target.output(outputs.mailfoldName)}: `,
    // Without it, CloudWatch leaves out composite alarms.
    AlarmTypes: [AlarmType.MetricAlarm, AlarmType.CompositeAlarm],
  };
  for await (const page of paginateDescribeAlarms({ client }, query)) {
    for (const { AlarmName = '', StateValue = '' } of [
      ...(page.MetricAlarms ?? []),
      ...(page.CompositeAlarms ?? []),
    ])
      found.push({ name: AlarmName, state: StateValue });
  }
  return found;
}
