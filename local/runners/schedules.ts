import { accessKeyOf } from '../access-key.ts';
import { CannotStart } from '../cannot-start.ts';
import type { FunctionPool } from '../function-pool.ts';
import { findFunction } from '../function-reference.ts';
import { arnOf, atMost, identityOf } from '../identity.ts';
import type { LocalResource, Run, Runner, TemplateResource } from '../runner.ts';
import { InvalidSchedule } from '../schedules/invalid-schedule.ts';
import { createSchedule, type Schedule, type ScheduleSettings } from '../schedules/schedule.ts';
import { type IsDue, readSchedule } from '../schedules/schedule-expression.ts';
import { createSchedulerService, type DescribedSchedule } from '../schedules/scheduler-service.ts';
import { startTicker } from '../schedules/ticker.ts';
import { createTargetDelivery } from '../targets/target-delivery.ts';
import { functions } from './functions.ts';
import { queues } from './queues.ts';
import { roles } from './roles.ts';

const scheduleType = 'AWS::Scheduler::Schedule';

/** Runs the template's schedules of EventBridge Scheduler, whose targets are functions. */
export const schedules: Runner<readonly Schedule[]> = {
  types: [scheduleType, 'AWS::Scheduler::ScheduleGroup'],
  identify(resource) {
    const name = atMost(64, resource.property<string>('Name') ?? resource.generatedName);
    return resource.type === scheduleType
      ? identityOf(name, arnOf('scheduler', `schedule/${groupOf(resource)}/${name}`))
      : identityOf(name, arnOf('scheduler', `schedule-group/${name}`));
  },
  async start(resources, run) {
    const given = resources.filter(({ type }) => type === scheduleType);
    const delivery = createTargetDelivery(
      run.awsEndpoint,
      run.started(queues),
      run.options.visibilitySeconds ?? 10,
    );
    run.onStop(delivery.stop);
    run.serve(createSchedulerService(given.map(describe)));
    const started = given.map((each) =>
      createSchedule(readSettings(each, run), functionOf(each, run), delivery),
    );
    if (run.options.runSchedules ?? true) run.onStop(startTicker(started).stop);
    return started;
  },
};

type Target = {
  readonly Arn: string;
  readonly RoleArn: string;
  readonly Input?: string;
  readonly RetryPolicy?: {
    readonly MaximumRetryAttempts?: number;
    readonly MaximumEventAgeInSeconds?: number;
  };
  readonly DeadLetterConfig?: { readonly Arn?: string };
};

function targetOf({ logicalId, property }: LocalResource): Target {
  const target = property<Target>('Target');
  if (target?.Arn.startsWith('arn:aws:lambda:') && !target.Arn.includes(':aws-sdk:')) return target;
  throw new CannotStart(
    `${logicalId} has the target ${target?.Arn}; local/runners/schedules.ts supports only functions`,
  );
}

function functionOf(resource: LocalResource, run: Run): FunctionPool {
  const { Arn } = targetOf(resource);
  const pool = findFunction(run.started(functions).pools, Arn);
  if (!pool)
    throw new CannotStart(`${resource.logicalId} invokes ${Arn}, which is not a function of this template`);
  return pool;
}

function readSettings(resource: LocalResource, run: Run): ScheduleSettings {
  const { Arn, RoleArn, Input, RetryPolicy = {}, DeadLetterConfig } = targetOf(resource);
  const accessKeyId = accessKeyOf(`${resource.arn} as ${RoleArn}`);
  run.limit(accessKeyId, run.started(roles).statementsOf(RoleArn));
  return {
    name: resource.logicalId,
    arn: resource.arn,
    enabled: resource.property<string>('State') !== 'DISABLED',
    isDue: readIsDue(resource),
    input: Input,
    target: {
      arn: Arn,
      accessKeyId,
      mostRetries: RetryPolicy.MaximumRetryAttempts ?? 185,
      mostAgeSeconds: RetryPolicy.MaximumEventAgeInSeconds ?? 86_400,
      ...(DeadLetterConfig?.Arn && { deadLetterArn: DeadLetterConfig.Arn }),
    },
  };
}

/** Always at the beginning of a flexible time window. */
function readIsDue({ logicalId, property }: LocalResource): IsDue {
  const [from, to] = ['StartDate', 'EndDate'].map((name) => property<string>(name));
  const expression = property<string>('ScheduleExpression') ?? '';
  try {
    const startedAt = from ? new Date(from) : new Date();
    const isDue = readSchedule(expression, startedAt, property<string>('ScheduleExpressionTimezone'));
    return (minute) =>
      isDue(minute) && (!from || minute >= new Date(from)) && (!to || minute <= new Date(to));
  } catch (error) {
    if (!(error instanceof InvalidSchedule)) throw error;
    throw new CannotStart(`${logicalId}: ${error.message}`);
  }
}

function groupOf({ property }: TemplateResource): string {
  return property<string>('GroupName') ?? 'default';
}

function describe(resource: LocalResource): DescribedSchedule {
  const { property, name, arn } = resource;
  const { Arn, RoleArn, Input } = targetOf(resource);
  return {
    Name: name,
    GroupName: groupOf(resource),
    Arn: arn,
    State: property('State') ?? 'ENABLED',
    ScheduleExpression: property('ScheduleExpression'),
    ScheduleExpressionTimezone: property('ScheduleExpressionTimezone') ?? 'UTC',
    FlexibleTimeWindow: property('FlexibleTimeWindow') ?? { Mode: 'OFF' },
    Target: { Arn, RoleArn, ...(Input !== undefined && { Input }) },
  };
}
